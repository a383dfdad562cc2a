import { readdirSync, readFileSync, statSync } from 'node:fs';
import { useTool } from '../tool.js';
import type { Turn } from '../turn.js';

/** Asks for permission for a command, then for an edit. Neither is actually carried out. */
export async function permission(turn: Turn): Promise<void> {
  const command = { tool: 'shell', input: { command: 'echo mock' }, needs: 'command' } as const;
  await useTool(turn, command, () => ({ ok: true, output: 'mock\n', exit_code: 0 }));

  const path = 'mock.txt';
  const content = 'mock\n';
  const edit = { tool: 'mock.edit', input: { path, content }, needs: 'edit' } as const;
  await useTool(turn, edit, () => ({
    ok: true,
    output: `Wrote ${path}`,
    files: [{ path, change: 'patch', text: { before: textOf(path), after: content } }],
  }));
}

/** The content of a file; null if there is none. */
function textOf(path: string): string | null {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  return isFile ? readFileSync(path, 'utf8') : null;
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
