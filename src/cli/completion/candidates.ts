import { agents } from '../../agents/index.js';
import { type CommandLine, optionsOf } from './command-line.js';
import { sessionCandidates } from './sessions.js';

export interface Candidate {
  value: string;
  description?: string;
}

/** Stands for the names of files, which shells complete best themselves. */
export const FILES = ':files';

/** What is completed by the name that the help has for it. */
const kinds: Readonly<Record<string, (line: CommandLine) => Promise<Candidate[]> | Candidate[]>> = {
  session: sessionCandidates,
  agent: () => agents.map(({ id, name }) => ({ value: id, description: name })),
  command: ({ command }) => commandsOf(command),
  file: files,
  folder: files,
  path: files,
  target: files,
};

/** What the last word may become. */
export async function candidatesFor(line: CommandLine): Promise<Candidate[]> {
  const { current, prefix, option, command } = line;
  const found = await possible(line);
  const fitting = found.filter(({ value }) => value === FILES || value.startsWith(current));
  const isNamed = option === null && current.startsWith('-') && command.options.length > 0;
  return fitting.map((each) =>
    isNamed || each.value === FILES ? each : { ...each, value: prefix + each.value },
  );
}

function possible(line: CommandLine): Promise<Candidate[]> | Candidate[] {
  const { command, args, option, current } = line;
  if (option) return choicesOr(option.argChoices, option.flags, line);
  if (current.startsWith('-')) return optionCandidates(line);
  const { registeredArguments } = command;
  const argument =
    registeredArguments[args.length] ?? registeredArguments.findLast(({ variadic }) => variadic);
  const commands = args.length === 0 ? commandsOf(command) : [];
  if (!argument) return commands;
  const values = choicesOr(argument.argChoices, `<${argument.name()}>`, line);
  return values instanceof Promise
    ? values.then((found) => [...commands, ...found])
    : [...commands, ...values];
}

/** `--agent <agent>` is completed with agents. */
function choicesOr(
  choices: readonly string[] | undefined,
  flags: string,
  line: CommandLine,
): Promise<Candidate[]> | Candidate[] {
  if (choices) return choices.map((value) => ({ value }));
  const kind = /[<[]([a-z-]+)/.exec(flags)?.[1] ?? '';
  return Object.hasOwn(kinds, kind) ? kinds[kind]!(line) : [];
}

function commandsOf(command: CommandLine['command']): Candidate[] {
  const visible = command.createHelp().visibleCommands(command);
  return visible.map((each) => ({ value: each.name(), description: each.description() }));
}

function optionCandidates({ command }: CommandLine): Candidate[] {
  const options = optionsOf(command).filter(({ hidden }) => !hidden);
  return [
    ...options.map(({ long, short, description }) => ({ value: long ?? short ?? '', description })),
    { value: '--help', description: 'show help' },
  ];
}

function files(): Candidate[] {
  return [{ value: FILES }];
}
