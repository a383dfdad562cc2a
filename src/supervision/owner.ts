import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/**
 * The daemon in the marks of its processes. The installation id alone is not enough: a copy of the data folder has the
 * same one. Nor is the folder's place on disk, which may be another folder's after a reboot.
 */
export function ownerOf(installationId: string, dataFolder: string): string {
  const folder = statSync(dataFolder, { bigint: true, throwIfNoEntry: false });
  return [installationId, folder ? `${folder.dev}-${folder.ino}` : 'none', bootId()].join(':');
}

/** Identifies the time since the machine was started. */
function bootId(): string {
  try {
    return process.platform === 'linux'
      ? readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      : execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'utf8' }).trim();
  } catch {
    // The folder and the installation still tell daemons apart.
    return 'unknown';
  }
}
