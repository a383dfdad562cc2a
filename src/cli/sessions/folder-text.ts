import { homedir } from 'node:os';

/** `/home/me/project` → `~/project` */
export function folderText(folder: string | null, home = homedir()): string {
  if (folder === null || home === '/') return folder ?? '';
  if (folder === home) return '~';
  return folder.startsWith(`${home}/`) ? `~${folder.slice(home.length)}` : folder;
}
