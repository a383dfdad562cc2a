import { readdirSync } from 'node:fs';
import { useTool } from '../tool.js';
import type { Turn } from '../turn.js';

const DIFF = `--- /dev/null
+++ b/mock.txt
@@ -0,0 +1 @@
+mock
`;

/** Asks for permission for a command, then for an edit. Neither is actually carried out. */
export async function permission(turn: Turn): Promise<void> {
  const command = { tool: 'shell', input: { command: 'echo mock' }, needs: 'command' } as const;
  await useTool(turn, command, () => ({ ok: true, output: 'mock\n', exit_code: 0 }));

  const edit = { tool: 'mock.edit', input: { path: 'mock.txt' }, needs: 'edit', diff: DIFF } as const;
  await useTool(turn, edit, () => ({
    ok: true,
    output: 'Wrote mock.txt',
    files: [{ path: 'mock.txt', change: 'patch', diff: DIFF }],
  }));
}

/** Asks for permission for `ls`, then lists the files. */
export async function listFiles(turn: Turn): Promise<void> {
  await useTool(turn, { tool: 'shell', input: { command: 'ls' }, needs: 'command' }, () => ({
    ok: true,
    output: readdirSync('.')
      .filter((name) => !name.startsWith('.'))
      .sort()
      .map((name) => `${name}\n`)
      .join(''),
    exit_code: 0,
  }));
}
