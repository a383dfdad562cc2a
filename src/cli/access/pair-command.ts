import { Command } from 'commander';
import type { Scope } from '../../schema/index.js';
import { type DaemonFlags, withDaemonOptions } from '../daemon/daemon-flags.js';
import { withJsonOption } from '../terminal/output.js';
import { expiresOption, scopesOption } from './token-options.js';

export interface PairFlags extends DaemonFlags {
  scopes?: Scope[];
  expires?: number;
  name?: string;
  qr?: boolean;
  json?: true;
}

const MORE_HELP = `
The link works once, within ten minutes. The browser keeps a token of its own, which "greenroom token revoke" takes back.

Examples:
  $ greenroom pair                              sign another browser in
  $ greenroom pair --scopes read --name phone   one that may only watch
`;

export function pairCommand(): Command {
  const command = new Command('pair')
    .addOption(scopesOption())
    .addOption(expiresOption())
    .option('--name <name>', 'name of its token (default: what the browser calls itself)')
    .option('--qr', 'print a QR code, too (default: if the address can be reached from other devices)')
    .option('--no-qr', 'print no QR code');
  return withDaemonOptions(withJsonOption(command, 'print JSON'))
    .addHelpText('after', MORE_HELP)
    .action(async (flags: PairFlags) => (await import('./pair.js')).pair(flags));
}
