import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { PermissionMode } from '../../schema/index.js';
import { commandOf, isEdit, pathsOf } from './tools.js';

/** A tool that wants to be used. */
export interface ToolUse {
  tool: string;
  input: unknown;
}

/** What need not be asked: what was allowed for ever, and edits in the session's folder where the mode says so. */
export class Policy {
  readonly #mode: PermissionMode;
  readonly #directory: string;
  readonly #always = new Set<string>();

  constructor(mode: PermissionMode, directory: string) {
    this.#mode = mode;
    this.#directory = directory;
  }

  /** The same tool may do the same again: run that command, change those files. */
  allowAlways(use: ToolUse): void {
    this.#always.add(nameOf(use));
  }

  async isAllowed(use: ToolUse): Promise<boolean> {
    if (this.#always.has(nameOf(use))) return true;
    if (this.#mode !== 'acceptEdits' || !isEdit(use.tool)) return false;
    const paths = pathsOf(use.tool, use.input);
    const inside = await Promise.all(paths.map((path) => isInside(this.#directory, path)));
    return paths.length > 0 && inside.every(Boolean);
  }
}

function nameOf({ tool, input }: ToolUse): string {
  const paths = isEdit(tool) ? pathsOf(tool, input) : [];
  return JSON.stringify([tool, commandOf(tool, input) ?? (paths.length > 0 ? paths : input)]);
}

/** Whether a file is in a folder, whatever links say; and not where an edit would run programs or change the rules. */
async function isInside(folder: string, path: string): Promise<boolean> {
  const from = relative(await realpath(folder), await realPath(resolve(folder, path)));
  if (from === '' || isAbsolute(from)) return false;
  return !from.split(sep).some((name) => name === '..' || name === '.git' || name === '.amp');
}

/** Also of a file that is not there yet. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : resolve(await realPath(folder), relative(folder, path));
  }
}
