import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { NativeFile } from '../../native.js';
import type { Thread } from '../thread.js';
import { type ToolEnd, useTool } from '../tool.js';
import type { Scenario } from '../turn.js';
import { splitFirstWord } from '../words.js';

/** Edits a file for real; `\n` stands for a line break. */
export const writeFile: Scenario = (turn, rest) => edit(turn, 'write', rest);
export const replaceInFile: Scenario = (turn, rest) => edit(turn, 'replace', rest);
export const moveFile: Scenario = (turn, rest) => edit(turn, 'move', rest);
export const removeFile: Scenario = (turn, rest) => edit(turn, 'remove', rest);

type Action = 'write' | 'replace' | 'move' | 'remove';

export async function edit(thread: Thread, action: Action, rest: string): Promise<void> {
  const [path, argument] = splitFirstWord(rest);
  const more = argument.replaceAll('\\n', '\n');
  if (path === '') return thread.say('usage: write-file PATH TEXT, replace-in-file PATH OLD NEW, …');
  await useTool(thread, { tool: 'mock.edit', input: { path }, needs: 'edit' }, () =>
    done(action, path, more),
  );
}

function done(action: Action, path: string, rest: string): ToolEnd {
  try {
    return { ok: true, output: `${action} ${path}`, files: [changes[action](path, rest)] };
  } catch (error) {
    return { ok: false, output: String(error) };
  }
}

const changes: Record<Action, (path: string, rest: string) => NativeFile> = {
  write: (path, text) => {
    const before = contentOf(path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return { path, change: 'write', text: { before, after: text } };
  },
  replace: (path, rest) => {
    const [old, by] = splitFirstWord(rest);
    const before = readFileSync(path, 'utf8');
    if (!before.includes(old)) throw new Error(`there is no ${old} in ${path}`);
    const after = before.replace(old, () => by);
    writeFileSync(path, after);
    return { path, change: 'patch', text: { before, after } };
  },
  move: (path, movedTo) => {
    const text = readFileSync(path, 'utf8');
    renameSync(path, movedTo);
    return { path, movedTo, change: 'patch', text: { before: text, after: text } };
  },
  remove: (path) => {
    const before = readFileSync(path, 'utf8');
    rmSync(path);
    return { path, change: 'patch', text: { before, after: null } };
  },
};

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
