#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { version } from '../server/version.js';
import { agentsCommand, installCommand } from './agents-command.js';
import { backupCommand } from './backup-command.js';
import { checkCommand } from './check-command.js';
import { compactCommand } from './compact-command.js';
import { configCommand, configCommands } from './config-command.js';
import { recordCommand } from './record-command.js';
import { replayCommand } from './replay-command.js';
import { secretKeyCommand } from './secret-key-command.js';
import { serverCommand } from './server-command.js';
import { pairCommand, tokenCommand } from './token-command.js';
import { trustAddCommand, trustCommand, trustRemoveCommand } from './trust-command.js';
import { UsageError } from './usage-error.js';

const EXAMPLES = `
Examples:
  $ greenroom server             run the daemon and print its address and token
  $ greenroom server --help      list all options of the daemon
  $ greenroom config show        what the daemon would use, and where that comes from
  $ greenroom agents             list all agents and how to install them
  $ greenroom token create bot   create a token, here for a bot, with scopes
  $ greenroom pair               print a link that signs a browser in
  $ greenroom backup <target>    copy the data folder, also of a running daemon
  $ greenroom check              look for damage in the data folder
  $ greenroom trust              list the folders that are trusted, or change them
  $ greenroom secret-key <file>  create a key to store secrets of sessions with
  $ greenroom record <session>   write a session to a file that can be replayed
  $ greenroom replay <file>      run it through this version, and show what is different
  $ greenroom compact            return free space of the data folder to the file system
`;

const program = new Command('greenroom')
  .description('Hosts sessions of coding agents behind one universal stream of events.')
  .version(version)
  .addHelpText('after', EXAMPLES)
  .configureOutput({ outputError: (text, write) => write(formatError(text)) })
  .exitOverride();
program.addCommand(serverCommand().copyInheritedSettings(program));
const agents = agentsCommand().copyInheritedSettings(program);
program.addCommand(agents.addCommand(installCommand().copyInheritedSettings(program)));
const config = configCommand().copyInheritedSettings(program);
for (const command of configCommands()) config.addCommand(command.copyInheritedSettings(program));
program.addCommand(config);
const tokens = tokenCommand().copyInheritedSettings(program);
for (const command of tokens.commands) command.copyInheritedSettings(program);
program.addCommand(tokens);
const trust = trustCommand().copyInheritedSettings(program);
for (const command of [trustAddCommand(), trustRemoveCommand()])
  trust.addCommand(command.copyInheritedSettings(program));
program.addCommand(trust);
const others = [
  pairCommand(),
  backupCommand(),
  checkCommand(),
  compactCommand(),
  recordCommand(),
  replayCommand(),
  secretKeyCommand(),
];
for (const command of others) program.addCommand(command.copyInheritedSettings(program));

try {
  await program.parseAsync();
} catch (error) {
  // Commander has already printed the error or the help.
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else if (error instanceof UsageError) {
    console.error(`greenroom: ${error.message}`);
    process.exitCode = 1;
  } else throw error;
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
