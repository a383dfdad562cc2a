import type { PermissionMode } from '../../schema/index.js';
import { isOrdinaryEdit } from '../kit/edit-policy.js';
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
    if (this.#always.has(keyOf(use))) return true;
    if (this.#mode !== 'acceptEdits' || !isEdit(use.tool)) return false;
    return isOrdinaryEdit(pathsOf(use.tool, use.input), this.#directory);
  }
}

function keyOf({ tool, input }: ToolUse): string {
  const paths = isEdit(tool) ? pathsOf(tool, input) : [];
  return JSON.stringify([tool, commandOf(tool, input) ?? (paths.length > 0 ? paths : input)]);
}
