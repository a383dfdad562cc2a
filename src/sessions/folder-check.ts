import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { type LogProblem, runTask } from '../log/index.js';
import { attachmentsFolder, attachmentsOf } from './attachments.js';

export interface FolderCheckOptions {
  dataFolder: string;
  /** The ids of all agents. */
  agents: readonly string[];
  /** Is told how many characters were checked so far. */
  onProgress?(chars: number): void;
}

export interface FolderProblem extends LogProblem {
  /** Advice to the user. */
  advice: string;
}

export interface FolderCheck {
  sessions: number;
  /** Those that are sound. */
  events: number;
  problems: FolderProblem[];
}

const RESTORE =
  'restore a backup; without one, start the daemon and delete the sessions that it calls damaged';
const DELETE_SESSION = 'read what is readable of it, then delete it; or restore a backup';

/** Checks everything in a data folder; its daemon may go on meanwhile. */
export async function checkFolder(options: FolderCheckOptions): Promise<FolderCheck> {
  const { dataFolder, agents, onProgress } = options;
  const problems: FolderProblem[] = [];
  // Before the log: sessions that are created meanwhile are in neither.
  const folders = await attachmentFolders(dataFolder, problems);
  const log = await runTask('check', { dataFolder, agents }, onProgress);
  for (const problem of log.problems)
    problems.push({ ...problem, advice: problem.sessionId === null ? RESTORE : DELETE_SESSION });
  for (const { sessionId, path } of log.queuedFiles) {
    if (!path.startsWith(attachmentsFolder(dataFolder) + sep) || existsSync(path)) continue;
    const problem = `${path}, attached to a queued message, is missing`;
    problems.push({ sessionId, problem, advice: 'remove the message from the queue, or restore the file' });
  }
  if (log.sessionIds) problems.push(...leftovers(dataFolder, folders, log.sessionIds));
  return { sessions: log.sessionIds?.length ?? 0, events: log.events, problems };
}

async function attachmentFolders(dataFolder: string, problems: FolderProblem[]): Promise<string[]> {
  const folder = attachmentsFolder(dataFolder);
  try {
    return await readdir(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    const problem = code === 'ENOTDIR' ? `${folder} is not a folder` : `${folder} cannot be read: ${message}`;
    problems.push({ sessionId: null, problem, advice: 'make it a folder that its owner may read and write' });
    return [];
  }
}

/** Folders of sessions that do not exist, and are not just being deleted. */
function leftovers(
  dataFolder: string,
  names: readonly string[],
  sessionIds: readonly string[],
): FolderProblem[] {
  const known = new Set(sessionIds.map((id) => basename(attachmentsOf(dataFolder, id))));
  const paths = names
    .filter((name) => !known.has(name))
    .map((name) => join(attachmentsFolder(dataFolder), name));
  return paths.filter(existsSync).map((path) => ({
    sessionId: null,
    problem: `${path} belongs to no session`,
    advice: 'delete it',
  }));
}
