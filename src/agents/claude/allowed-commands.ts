import { field } from '../kit/native.js';
import { ruleFor } from './always.js';
import type { ToolRequest } from './requests.js';

/**
 * The commands that were always allowed. The rule that the CLI suggests for one need not cover it: compound commands and
 * those with redirections are asked for again.
 */
export class AllowedCommands {
  readonly #commands = new Set<string>();

  add(request: ToolRequest): void {
    const command = commandIn(request);
    if (command !== null && ruleFor(request) !== null) this.#commands.add(command);
  }

  has(request: ToolRequest): boolean {
    const command = commandIn(request);
    return command !== null && this.#commands.has(command);
  }
}

function commandIn({ tool_name, input }: ToolRequest): string | null {
  const command = tool_name === 'Bash' ? field(input, 'command') : null;
  return typeof command === 'string' ? command : null;
}
