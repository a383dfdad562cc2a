import { Command } from 'commander';

const MORE_HELP = `
With a key, the daemon stores the secrets that sessions are created with (env, MCP headers, keys in URLs) encrypted in its
data folder. Keep the file outside of the data folder and its backups. Without it, what was stored cannot be read.

Examples:
  $ greenroom secret-key ~/.config/greenroom.key
  $ greenroom server --secret-key-file ~/.config/greenroom.key
`;

export function secretKeyCommand(): Command {
  return new Command('secret-key')
    .argument('<file>', 'file to create; it must not exist')
    .addHelpText('after', MORE_HELP)
    .action(async (file: string) => (await import('./secret-key.js')).createSecretKey(file));
}
