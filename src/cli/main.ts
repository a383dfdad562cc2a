#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { version } from '../server/index.js';
import { serverCommand } from './server-command.js';
import { UsageError } from './usage-error.js';

const program = new Command('greenroom')
  .description('Hosts sessions of coding agents and turns them all into one stream of events.')
  .version(version)
  .showHelpAfterError('(greenroom --help tells more)')
  .addCommand(serverCommand())
  .exitOverride();

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
