import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { DataFolderInUseError } from '../log.js';
import { Database } from './database.js';

/** Who has the folder. Only to be shown: the lock itself is the truth. */
export interface FolderOwner {
  pid: number;
  /** ISO 8601. */
  startedAt: string;
  /** What the owner says of itself, such as its URL. */
  description: string | null;
}

/** A data folder that belongs to this process until it releases it, or dies in whatever way. */
export interface FolderLock {
  /** Tells others about the owner, such as its URL once it is known. */
  describe(description: string): void;
  release(): void;
}

/**
 * Two daemons that start at the same moment can both find the lock half taken; one of them has it when they look
 * again. A daemon that runs keeps it for good, so that waiting longer is of no use.
 */
const CONTEST_MS = 200;

/**
 * Takes the folder, made with mode 0700 if it is missing, or throws a DataFolderInUseError.
 *
 * The lock is an exclusive transaction on an empty SQLite file of its own. The kernel drops it when the process
 * ends, however it ends, so that there is never a stale one to clean up; and children don't inherit it. Nothing
 * in this process may open `daemon.lock` otherwise: on POSIX, closing any handle of a file drops its locks.
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new Database(join(folder, 'daemon.lock'), CONTEST_MS);
  try {
    lock.attempt('lock', () => lock.exec('BEGIN EXCLUSIVE'));
  } catch (error) {
    lock.close();
    if (isBusy(error)) throw new DataFolderInUseError(folder, nameOwner(readOwner(folder)));
    throw error;
  }

  const ownerFile = ownerPath(folder);
  const owner: FolderOwner = { pid: process.pid, startedAt: new Date().toISOString(), description: null };
  const folderLock: FolderLock = {
    describe(description) {
      if (!lock.isOpen) return;
      owner.description = description;
      writeOwner(ownerFile, owner);
    },
    release() {
      if (!lock.isOpen) return;
      // In this order: once the lock is gone, the file may be somebody else's.
      rmSync(ownerFile, { force: true });
      lock.exec('ROLLBACK');
      lock.close();
    },
  };
  try {
    writeOwner(ownerFile, owner);
  } catch (error) {
    folderLock.release();
    throw error;
  }
  return folderLock;
}

/** The owner as it last described itself; null if there is none. After a crash it may name one that is dead. */
export function readOwner(folder: string): FolderOwner | null {
  try {
    return JSON.parse(readFileSync(ownerPath(folder), 'utf8')) as FolderOwner;
  } catch {
    return null;
  }
}

function ownerPath(folder: string): string {
  return join(folder, 'daemon.json');
}

/** By renaming: who reads it sees the old text or the new one, never half of it. */
function writeOwner(path: string, owner: FolderOwner): void {
  const draft = `${path}.new`;
  writeFileSync(draft, `${JSON.stringify(owner)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

function nameOwner(owner: FolderOwner | null): string {
  if (!owner) return 'another daemon';
  const { pid, startedAt, description } = owner;
  return `another daemon (pid ${pid}, started ${startedAt}${description ? `, ${description}` : ''})`;
}

function isBusy(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Libsql.SqliteError && cause.code.startsWith('SQLITE_BUSY');
}
