import type { Command, Option } from 'commander';

/** What a command line says so far. */
export interface CommandLine {
  command: Command;
  /** The arguments before the last word, without names of commands and options. */
  args: readonly string[];
  /** The values of options, by their attribute names. */
  options: Readonly<Record<string, string>>;
  /** The option whose value the last word is. */
  option: Option | null;
  /** What the last word begins with that is not part of the value: `--scopes=`. */
  prefix: string;
  /** The word to complete. */
  current: string;
}

/** Reads the words of a command line that is not complete. */
export function commandAt(program: Command, words: readonly string[]): CommandLine {
  let command = program;
  let option: Option | null = null;
  const args: string[] = [];
  const options: Record<string, string> = {};
  for (const word of words.slice(0, -1)) {
    if (option) {
      options[option.attributeName()] = word;
      option = null;
    } else if (word.startsWith('-')) {
      const [name = '', value] = word.split('=', 2);
      const found = optionNamed(command, name);
      if (found && value !== undefined) options[found.attributeName()] = value;
      else if (found && takesValue(found)) option = found;
    } else {
      const next = command.commands.find((each) => each.name() === word);
      if (next && args.length === 0) command = next;
      else args.push(word);
    }
  }
  const last = words.at(-1) ?? '';
  const [name = '', value] = last.split('=', 2);
  const assigned = option === null && value !== undefined ? optionNamed(command, name) : null;
  if (assigned) return { command, args, options, option: assigned, prefix: `${name}=`, current: value! };
  return { command, args, options, option, prefix: '', current: last };
}

/** The options of a command and of those that it belongs to. */
export function optionsOf(command: Command): readonly Option[] {
  return command.parent ? [...command.options, ...optionsOf(command.parent)] : command.options;
}

function optionNamed(command: Command, name: string): Option | null {
  return optionsOf(command).find(({ long, short }) => long === name || short === name) ?? null;
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}
