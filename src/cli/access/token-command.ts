import { Command } from 'commander';
import type { Scope } from '../../schema/index.js';
import { type DaemonFlags, withDaemonOptions } from '../daemon/daemon-flags.js';
import { type OutputFlags, withJsonOption } from '../terminal/output.js';
import { expiresOption, scopesOption } from './token-options.js';

export interface NewTokenFlags extends DaemonFlags, OutputFlags {
  scopes: Scope[];
  expires?: number;
}

export interface ListTokensFlags extends DaemonFlags, OutputFlags {}

const MORE_HELP = `
Scopes; none includes another:
  read     see everything
  send     create sessions, send messages, interrupt
  approve  answer requests, lift restrictions
  admin    tokens, installation, deletion, the audit log

Examples:
  $ greenroom token create chat-bot --scopes read,send
  $ greenroom token create ci --scopes send --expires 30d
  $ greenroom token list
  $ greenroom token revoke tok_x8f3...
`;

const CREATE_EXAMPLES = `
Examples:
  $ greenroom token create chat-bot --scopes read,send
  $ greenroom token create ci --scopes send --expires 30d
`;

const LIST_EXAMPLES = `
Examples:
  $ greenroom token list
  $ greenroom token list --json
`;

const REVOKE_EXAMPLES = `
Examples:
  $ greenroom token revoke chat-bot
  $ greenroom token revoke tok_x8f3...
`;

export function tokenCommand(): Command {
  return new Command('token')
    .addHelpText('after', MORE_HELP)
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand());
}

function createCommand(): Command {
  const command = new Command('create')
    .description('Create a token and print it. It is not shown again.')
    .argument('<name>', 'who or what will use it')
    .addOption(scopesOption().makeOptionMandatory())
    .addOption(expiresOption());
  return withDaemonOptions(withJsonOption(command, 'print JSON'))
    .addHelpText('after', CREATE_EXAMPLES)
    .action(async (name: string, flags: NewTokenFlags) =>
      (await import('./tokens.js')).createToken(name, flags),
    );
}

function listCommand(): Command {
  const command = new Command('list').description('List all tokens, with their last use.');
  return withDaemonOptions(withJsonOption(command))
    .addHelpText('after', LIST_EXAMPLES)
    .action(async (flags: ListTokensFlags) => (await import('./tokens.js')).listTokens(flags));
}

function revokeCommand(): Command {
  const command = new Command('revoke')
    .description('Revoke a token, and close what it has open.')
    .argument('<token>', 'its id or name');
  return withDaemonOptions(command)
    .addHelpText('after', REVOKE_EXAMPLES)
    .action(async (token: string, flags: DaemonFlags) =>
      (await import('./tokens.js')).revokeToken(token, flags),
    );
}
