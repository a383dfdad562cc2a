import { Command } from 'commander';
import { defaultDataFolder } from './data-folder.js';

export interface BackupFlags {
  data: string;
}

const MORE_HELP = `
The daemon may be running: the backup is the data folder as it was at one moment, with all sessions and attachments.
Installed agents are not part of it. Run the daemon on a backup with --data, or move it to the place of a lost folder.

Examples:
  $ greenroom backup /backups/greenroom-monday
  $ greenroom backup --data /srv/greenroom /backups/greenroom-monday
  $ greenroom server --data /backups/greenroom-monday --port 0
`;

export function backupCommand(): Command {
  return new Command('backup')
    .argument('<target>', 'folder to create; it may exist if it is empty')
    .option('--data <folder>', 'data folder to copy', defaultDataFolder())
    .addHelpText('after', MORE_HELP)
    .action(async (target: string, flags: BackupFlags) =>
      (await import('./backup.js')).backUp(target, flags),
    );
}
