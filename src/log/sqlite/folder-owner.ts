import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The owner of the folder. Informational only: the lock itself is authoritative. */
export interface FolderOwner {
  pid: number;
  /** ISO 8601. */
  startedAt: string;
  /** A description of the owner, such as its URL. */
  description: string | null;
}

/** The owner as it last described itself, or null. After a crash, it may name a dead process. */
export function readOwner(folder: string): FolderOwner | null {
  try {
    return JSON.parse(readFileSync(ownerPath(folder), 'utf8')) as FolderOwner;
  } catch {
    return null;
  }
}

export function ownerPath(folder: string): string {
  return join(folder, 'daemon.json');
}

/** Best effort: the file informs, and a full disk must not keep a daemon from starting. */
export function describeOwner(path: string, owner: FolderOwner): void {
  try {
    writeOwner(path, owner);
  } catch {}
}

/** Written by renaming, so readers see the old or the new text, never a part of it. */
function writeOwner(path: string, owner: FolderOwner): void {
  const draft = `${path}.new`;
  writeFileSync(draft, `${JSON.stringify(owner)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

export function nameOwner(owner: FolderOwner | null): string {
  if (!owner) return 'another daemon';
  const { pid, startedAt, description } = owner;
  return `another daemon (pid ${pid}, started ${startedAt}${description ? `, ${description}` : ''})`;
}
