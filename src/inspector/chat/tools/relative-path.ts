/** A path below a folder without that folder; any other as it is. */
export function relativePath(path: string, folder: string | null): string {
  if (folder === null || folder === '/') return path;
  const prefix = folder.endsWith('/') ? folder : `${folder}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}
