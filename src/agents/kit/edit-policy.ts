import { namesInside } from './real-path.js';

/** An edit in these folders and files may run programs or change an agent's rules, so it always needs permission. */
const guardedNames: ReadonlySet<string> = new Set([
  '.git',
  '.agents',
  '.amp',
  '.aws',
  '.claude',
  '.codex',
  '.mcp.json',
  '.opencode',
  'opencode.json',
  'opencode.jsonc',
]);

/** Whether the mode `acceptEdits` covers an edit: all files are in the session's folder, and none is guarded. */
export async function isOrdinaryEdit(paths: readonly string[], directory: string): Promise<boolean> {
  if (paths.length === 0) return false;
  const inside = await Promise.all(paths.map((path) => namesInside(directory, path)));
  return inside.every(
    (names) => names !== null && !names.some((name) => guardedNames.has(name.toLowerCase())),
  );
}
