import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderInUseError } from '../errors.js';
import { Database } from './database.js';
import { narrowFolder } from './folder-modes.js';
import { describeOwner, type FolderOwner, nameOwner, ownerPath, readOwner } from './folder-owner.js';
import { SQLITE_BUSY, sqliteCode } from './sqlite-error.js';

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
const LOCK_FILE = 'daemon.lock';

/**
 * Locks the folder, created with mode 0700 if it is missing, or throws a DataFolderInUseError.
 *
 * The lock is an exclusive transaction on a separate, empty SQLite file. The kernel drops it when the process ends,
 * however it ends, so there are no stale locks to clean up, and child processes do not inherit it. Nothing else in this
 * process may open `daemon.lock`: on POSIX, closing any handle of a file drops its locks.
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  narrowFolder(folder);
  const lock = new Database(join(folder, LOCK_FILE), { busyMs: CONTEST_MS });
  try {
    // A journal on disk would need room, and there is nothing to roll back.
    lock.attempt('lock', () => lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE'));
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
      describeOwner(ownerFile, owner);
    },
    release() {
      if (!lock.isOpen) return;
      // In this order: once the lock is released, the file may belong to another daemon.
      rmSync(ownerFile, { force: true });
      lock.exec('ROLLBACK');
      lock.close();
    },
  };
  describeOwner(ownerFile, owner);
  return folderLock;
}

/** Whether a process has locked the folder, for which it must not be this one. */
export function isFolderLocked(folder: string): boolean {
  const path = join(folder, LOCK_FILE);
  if (!existsSync(path)) return false;
  const lock = new Database(path, { busyMs: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE; ROLLBACK');
    return false;
  } catch (error) {
    if (sqliteCode(error) === SQLITE_BUSY || isBusy(error)) return true;
    throw error;
  } finally {
    lock.close();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && sqliteCode(error.cause) === SQLITE_BUSY;
}
