import type { PermissionMode } from '../../schema/index.js';
import { isGuardedEdit, isOrdinaryEdit } from '../kit/edit-policy.js';
import { commandOf, isEdit, pathsOf } from './tools.js';

export interface ToolUse {
  tool: string;
  input: unknown;
}

/** Allows without asking: uses that got the reply `always`, and ordinary edits if the permission mode accepts edits. */
export class Policy {
  readonly #mode: PermissionMode;
  readonly #directory: string;
  readonly #always = new Set<string>();

  constructor(mode: PermissionMode, directory: string) {
    this.#mode = mode;
    this.#directory = directory;
  }

  /** Allows the same tool for the same command, files or input from now on. */
  allowAlways(use: ToolUse): void {
    this.#always.add(keyOf(use));
  }

  async isAllowed(use: ToolUse): Promise<boolean> {
    const isAlways = this.#always.has(keyOf(use));
    if (!isEdit(use.tool)) return isAlways;
    const paths = pathsOf(use.tool, use.input);
    if (isAlways) return !(await isGuardedEdit(paths, this.#directory));
    return this.#mode === 'acceptEdits' && isOrdinaryEdit(paths, this.#directory);
  }
}

function keyOf({ tool, input }: ToolUse): string {
  const paths = isEdit(tool) ? pathsOf(tool, input) : [];
  return JSON.stringify([tool, commandOf(tool, input) ?? (paths.length > 0 ? paths : input)]);
}
