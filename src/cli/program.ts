import { styleText } from 'node:util';
import { Command } from 'commander';
import { suggestion } from '../configuration/suggestion.js';
import { version } from '../server/version.js';
import { commands } from './commands.js';
import { describeExitCodes } from './exit-codes.js';
import { beVerbose } from './terminal/verbose.js';

const HELP = 'help';
const EXIT_CODES = 'exit-codes';
const COMPLETE = 'complete';

const MORE_HELP = `
Examples:
  $ greenroom server             run the daemon and print its address and token
  $ greenroom agents             list all agents and how to install them
  $ greenroom pair               print a link that signs a browser in
  $ greenroom help config        more about a command, with examples
  $ greenroom help exit-codes    what the exit codes mean

A daemon is found through its data folder (--data, GREENROOM_DATA), or at --url or GREENROOM_URL.
NO_COLOR turns colours off, and FORCE_COLOR on.
`;

/** The first argument that is not an option; options of the program have no values. */
export function nameIn(args: readonly string[]): string | null {
  const names = args.filter((arg) => !arg.startsWith('-'));
  return (names[0] === HELP ? names[1] : names[0]) ?? null;
}

/** The program, of whose commands only those that the arguments name are loaded. */
export async function buildProgram(args: readonly string[]): Promise<Command> {
  const name = nameIn(args);
  const needed = name === COMPLETE ? [name, nameIn(wordsToComplete(args))] : [name];
  const program = new Command('greenroom')
    .description('Hosts sessions of coding agents behind one universal stream of events.')
    .version(version, '-V, --version', 'print the version')
    .option('-v, --verbose', 'show more, such as stack traces of errors')
    .on('option:verbose', beVerbose)
    .helpOption('-h, --help', 'show help for a command')
    .helpCommand('help [command]', 'show help for a command')
    .addHelpText('after', MORE_HELP)
    .addHelpText('beforeAll', ({ command }) => requireKnown(command))
    .configureHelp({ styleTitle: (text) => styleText('bold', text, { validateStream: false }) })
    .configureOutput({ outputError: (text, write) => write(formatError(text)) })
    .exitOverride();
  for (const { name: each, summary, group, isHidden = false, load } of commands) {
    const command = needed.includes(each) ? await load() : new Command(each);
    command.description(summary).helpGroup(group);
    inherit(program, command);
    program.addCommand(command, { hidden: isHidden });
  }
  const exitCodes = new Command(EXIT_CODES).description('What the exit codes of all commands mean.');
  inherit(program, exitCodes.addHelpText('after', `\n${describeExitCodes()}\n`));
  program.addCommand(
    exitCodes.action(() => exitCodes.outputHelp()),
    { hidden: true },
  );
  if (name !== null) requireName(program, name);
  return program;
}

/** What `greenroom complete -- …` is asked about, without the word that is being typed. */
function wordsToComplete(args: readonly string[]): readonly string[] {
  return args.slice(args.indexOf('--') + 1, -1);
}

function inherit(parent: Command, command: Command): void {
  command.copyInheritedSettings(parent);
  for (const each of command.commands) inherit(command, each);
}

/** An unknown command is an error even if it is help that is asked for. */
function requireKnown(command: Command): string {
  const [name] = command.args;
  if (name !== undefined && !name.startsWith('-') && command.commands.length > 0) requireName(command, name);
  return '';
}

function requireName(command: Command, name: string): void {
  const { registeredArguments, commands: known } = command;
  if (registeredArguments.length > 0 || name === HELP || known.some((each) => each.name() === name)) return;
  const names = command.createHelp().visibleCommands(command);
  const meant = suggestion(
    name,
    names.map((each) => each.name()),
  );
  command.error(`error: unknown command '${name}'${meant === null ? '' : ` (did you mean ${meant}?)`}`);
}

/** Puts Commander's errors on one line, like all others. */
function formatError(text: string): string {
  const message = text
    .replace(/^error: /, '')
    .trim()
    .replace(/\.$/, '')
    .replaceAll('\n', ' ');
  return `greenroom: ${message}; see --help
`;
}
