#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { version } from '../server/index.js';
import { agentsCommand, installCommand } from './agents-command.js';
import { serverCommand } from './server-command.js';
import { UsageError } from './usage-error.js';

const examples = `
Examples:
  $ greenroom server             run the daemon; it prints its address and its token
  $ greenroom server --help      all that can be set
  $ greenroom agents             which agents there are, and how to get the others
`;

const program = new Command('greenroom')
  .description('Hosts sessions of coding agents and turns them all into one stream of events.')
  .version(version)
  .addHelpText('after', examples)
  .configureOutput({ outputError: (text, write) => write(complaint(text)) })
  .exitOverride();
program.addCommand(serverCommand().copyInheritedSettings(program));
const agents = agentsCommand().copyInheritedSettings(program);
program.addCommand(agents.addCommand(installCommand().copyInheritedSettings(program)));

try {
  await program.parseAsync();
} catch (error) {
  // Commander has said what was wrong, or printed the help that was asked for.
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else if (error instanceof UsageError) {
    console.error(`greenroom: ${error.message}`);
    process.exitCode = 1;
  } else throw error;
}

/** One line, like all others: what is wrong, and where to look. */
function complaint(text: string): string {
  const what = text
    .replace(/^error: /, '')
    .trim()
    .replace(/\.$/, '')
    .replaceAll('\n', ' ');
  return `greenroom: ${what}; --help tells more\n`;
}
