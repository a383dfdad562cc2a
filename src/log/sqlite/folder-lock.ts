import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { DataFolderInUseError } from '../errors.js';
import { Database } from './database.js';

/** The owner of the folder. Informational only: the lock itself is authoritative. */
export interface FolderOwner {
  pid: number;
  /** ISO 8601. */
  startedAt: string;
  /** A description of the owner, such as its URL. */
  description: string | null;
}

/** A data folder locked by this process until it is released or the process ends. */
export interface FolderLock {
  /** Describes the owner to other processes, such as by its URL once it is known. */
  describe(description: string): void;
  release(): void;
}

/**
 * Two daemons that start at the same moment can both find the lock half taken; one of them gets it on a retry. A
 * running daemon never lets go of it, so a longer wait would not help.
 */
const CONTEST_MS = 200;

/**
 * Locks the folder, created with mode 0700 if it is missing, or throws a DataFolderInUseError.
 *
 * The lock is an exclusive transaction on a separate, empty SQLite file. The kernel drops it when the process ends,
 * however it ends, so there are no stale locks to clean up, and child processes do not inherit it. Nothing else in this
 * process may open `daemon.lock`: on POSIX, closing any handle of a file drops its locks.
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
      // In this order: once the lock is released, the file may belong to another daemon.
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

/** The owner as it last described itself, or null. After a crash, it may name a dead process. */
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

/** Written by renaming, so readers see the old or the new text, never a part of it. */
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
