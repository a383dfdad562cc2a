import { constants } from 'node:fs';
import {
  copyFile,
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { requireLog, runTask } from '../log/index.js';
import { attachmentsOf } from './attachments.js';
import { intentsFile } from './intents.js';

export interface BackupOptions {
  dataFolder: string;
  /** A folder that is missing or empty. */
  target: string;
  /** Told the folder that the backup is written to, until it is whole and renamed. */
  onDraft?(folder: string): void;
}

export interface Backup {
  folder: string;
  sessions: number;
  events: number;
  bytes: number;
}

/** The target of a backup is taken. */
export class TargetExistsError extends Error {
  constructor(target: string) {
    super(`${target} exists and is not an empty folder; choose another target`);
    this.name = 'TargetExistsError';
  }
}

/** Copies a data folder, also one that a daemon works on, to one that a daemon can be started on. */
export async function backUpFolder({ dataFolder, target, onDraft }: BackupOptions): Promise<Backup> {
  requireLog(dataFolder);
  const folder = resolve(target);
  await requireFree(folder);
  const draft = await mkdtemp(join(dirname(folder), `${basename(folder)}.draft-`));
  try {
    onDraft?.(draft);
    // Before the log: what the log has by then is not done again.
    const intents = await ignoring('ENOENT', readFile(intentsFile(dataFolder), 'latin1'));
    const { sessionIds, events } = await runTask('copy', { dataFolder, target: draft });
    // After the log: a file is stored before an event or a queued message refers to it.
    for (const id of sessionIds) await copyFiles(attachmentsOf(dataFolder, id), attachmentsOf(draft, id));
    if (intents?.trim()) await writeFile(intentsFile(draft), intents, { mode: 0o600, flush: true });
    await copy(join(dataFolder, 'installation.json'), join(draft, 'installation.json'));
    const bytes = await sizeOf(draft);
    await publish(draft, folder);
    return { folder, sessions: sessionIds.length, events, bytes };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function requireFree(target: string): Promise<void> {
  try {
    if ((await readdir(target)).length > 0) throw new TargetExistsError(target);
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') throw new TargetExistsError(target);
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** Files of a session that is deleted meanwhile are left out. */
async function copyFiles(from: string, to: string): Promise<void> {
  const entries = await ignoring('ENOENT', readdir(from, { withFileTypes: true }));
  const files = entries?.filter((entry) => entry.isFile()) ?? [];
  if (files.length === 0) return;
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const { name } of files) await copy(join(from, name), join(to, name));
}

/** Does nothing if the file does not exist. */
async function copy(from: string, to: string): Promise<void> {
  // Shares the blocks where the file system can.
  await ignoring('ENOENT', copyFile(from, to, constants.COPYFILE_FICLONE));
  const file = await ignoring('ENOENT', open(to, 'r+'));
  if (file) await finish(file);
}

async function finish(file: FileHandle): Promise<void> {
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function publish(draft: string, folder: string): Promise<void> {
  try {
    await rename(draft, folder);
  } catch (error) {
    const isTaken = ['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(codeOf(error) ?? '');
    throw isTaken ? new TargetExistsError(folder) : error;
  }
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

async function ignoring<T>(code: string, promise: Promise<T>): Promise<T | null> {
  return promise.catch((error: unknown) => {
    if (codeOf(error) === code) return null;
    throw error;
  });
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
