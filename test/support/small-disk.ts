import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import { tempFolder } from './temp-folder.js';

/** Mounting a file system takes privileges, as in a container or CI. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** A file system in memory of a few megabytes, unmounted when the test ends. */
export async function smallDisk(megabytes: number): Promise<string> {
  const folder = await tempFolder();
  await execa('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder]);
  onTestFinished(async () => void (await execa('umount', ['--lazy', folder])));
  return folder;
}
