import { Command } from 'commander';
import { describeLimits } from './limit.js';
import { addServerOptions, serverFlags } from './server-options.js';

const MORE_HELP = `
Every option can also be set in the environment and in the configuration file; an option beats the environment, and that
beats the file. Changes need a restart. See greenroom config --help.

Limits and their defaults; sizes may have KiB, MiB or GiB:
${describeLimits()}

Examples:
  $ greenroom server                             listen on 127.0.0.1:2468 with a generated token
  $ greenroom server --token-file ~/.token       use your own token
  $ greenroom server --no-token --port 0         require no token, listen on any free port
  $ greenroom server --config /etc/greenroom.json
  $ greenroom server --cors-origin https://app.example --on-agent-exit resume
  $ greenroom server --limit sessions=500 --limit attachment-bytes=5MiB
  $ greenroom server --retain-age 30d --retain-size 20GiB
  $ greenroom server --socket ~/.greenroom.sock  listen on a Unix socket instead of a port
  $ greenroom server --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem
`;

export function serverCommand(): Command {
  return addServerOptions(new Command('server'))
    .addHelpText('after', MORE_HELP)
    .action(async (_, command: Command) => (await import('./serve.js')).serve(serverFlags(command)));
}
