import { type Command, InvalidArgumentError, Option } from 'commander';
import { type DaemonFlags, withDaemonOptions } from '../daemon/daemon-flags.js';

/** How a new session is made. */
export interface SessionFlags extends DaemonFlags {
  agent?: string;
  directory?: string;
  model?: string;
  variant?: string;
  mode?: 'default' | 'acceptEdits' | 'plan' | 'bypass';
  agentMode?: string;
  title?: string;
  env?: Record<string, string>;
  resume?: string;
  trust?: 'ask' | 'always' | 'never';
}

export function withSessionOptions(command: Command): Command {
  const options = [
    new Option(
      '-a, --agent <agent>',
      'the agent (default: the first word if it is one, else GREENROOM_AGENT)',
    ),
    new Option('-C, --directory <folder>', 'where the agent works (default: the current folder)'),
    new Option('-m, --model <model>', 'a model of the agent'),
    new Option('--variant <level>', 'the level of effort of the model, such as high'),
    new Option('--mode <mode>', 'what the agent may do without asking').choices([
      'default',
      'acceptEdits',
      'plan',
      'bypass',
    ]),
    new Option('--agent-mode <mode>', 'a mode of the agent itself'),
    new Option('--title <title>', 'a title for the session'),
    new Option('--env <name=value>', 'a variable for the agent; may be repeated').argParser(addVariable),
    new Option('--resume <session>', 'continue an earlier conversation in a new session'),
    new Option('--trust <policy>', 'hooks, MCP servers and rules that the folder brings').choices([
      'ask',
      'always',
      'never',
    ]),
  ];
  for (const option of options) command.addOption(option);
  return withDaemonOptions(command);
}

function addVariable(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('must be NAME=value');
  return { ...before, [name]: value };
}
