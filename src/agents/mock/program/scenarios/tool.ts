import { useTool } from '../tool.js';
import type { Turn } from '../turn.js';

const BEFORE = 'export const example = 1;\n';
const AFTER = 'export const example = 2;\n';

/** A search, then an edit that reads, writes and patches a file each. No file is actually touched. */
export async function tool(turn: Turn): Promise<void> {
  await useTool(turn, { tool: 'mock.search', input: { query: 'example' } }, () => ({
    ok: true,
    output: 'src/example.ts:1: export const example = 1;',
  }));
  await useTool(turn, { tool: 'mock.edit', input: { path: 'src/example.ts' } }, () => ({
    ok: true,
    output: 'Edited src/example.ts',
    files: [
      { path: 'README.md', change: 'read' },
      { path: 'src/new-example.ts', change: 'write' },
      { path: 'src/example.ts', change: 'patch', text: { before: BEFORE, after: AFTER } },
    ],
  }));
}
