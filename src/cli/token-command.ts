import { Command, InvalidArgumentError, Option } from 'commander';
import { type DaemonFlags, daemonFlags } from './daemon-flags.js';
import { defaultDataFolder } from './data-folder.js';
import { parseDuration } from './duration.js';

const scopes = ['read', 'send', 'approve', 'admin'] as const;

export interface NewTokenFlags extends DaemonFlags {
  scopes: string[];
  expires?: number;
  json?: true;
}

export interface ListTokensFlags extends DaemonFlags {
  json?: true;
}

export interface PairFlags extends DaemonFlags {
  scopes?: string[];
  expires?: number;
  name?: string;
  qr?: boolean;
}

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

const PAIR_HELP = `
The link works once, within ten minutes. The browser keeps a token of its own, which "greenroom token revoke" takes back.

Examples:
  $ greenroom pair                              sign another browser in
  $ greenroom pair --scopes read --name phone   one that may only watch
`;

export function tokenCommand(): Command {
  const command = new Command('token')
    .description('Create, list and revoke tokens of a running daemon.')
    .addHelpText('after', MORE_HELP);
  const create = new Command('create')
    .description('Create a token and print it. It is not shown again.')
    .argument('<name>', 'who or what will use it')
    .addOption(scopesOption().makeOptionMandatory())
    .addOption(expiresOption())
    .option('--json', 'print JSON')
    .action(async (name: string, flags: NewTokenFlags) =>
      (await import('./tokens.js')).createToken(name, flags),
    );
  const list = new Command('list')
    .description('List all tokens, with their last use.')
    .option('--json', 'print JSON instead of a table')
    .action(async (flags: ListTokensFlags) => (await import('./tokens.js')).listTokens(flags));
  const revoke = new Command('revoke')
    .description('Revoke a token, and close what it has open.')
    .argument('<token>', 'its id or name')
    .action(async (token: string, flags: DaemonFlags) =>
      (await import('./tokens.js')).revokeToken(token, flags),
    );
  for (const each of [create, list, revoke]) command.addCommand(withDaemon(each));
  return command;
}

export function pairCommand(): Command {
  return withDaemon(
    new Command('pair')
      .description('Print a link that signs a browser in, once.')
      .addOption(scopesOption())
      .addOption(expiresOption())
      .option('--name <name>', 'name of its token (default: what the browser calls itself)')
      .option('--qr', 'print a QR code, too (default: if the address can be reached from other devices)')
      .option('--no-qr', 'print no QR code')
      .addHelpText('after', PAIR_HELP)
      .action(async (flags: PairFlags) => (await import('./tokens.js')).pair(flags)),
  );
}

function withDaemon(command: Command): Command {
  command.option('--data <folder>', 'data folder of the daemon', defaultDataFolder());
  for (const option of daemonFlags()) command.addOption(option);
  return command;
}

function scopesOption(): Option {
  return new Option(
    '--scopes <scopes>',
    `what it may do: ${scopes.join(', ')}; separated by commas`,
  ).argParser((text) => {
    const given = text.split(',').map((each) => each.trim());
    const unknown = given.find((each) => !(scopes as readonly string[]).includes(each));
    if (unknown === undefined) return given;
    throw new InvalidArgumentError(`"${unknown}" is none of ${scopes.join(', ')}.`);
  });
}

function expiresOption(): Option {
  return new Option(
    '--expires <duration>',
    'how long it is valid, such as 12h or 30d (default: until revoked)',
  ).argParser(parseDuration);
}
