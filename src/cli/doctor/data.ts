import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { LogError, requireReadableLog } from '../../log/index.js';
import { formatBytes } from '../terminal/bytes.js';
import { type Finding, ok, problem, warning } from './finding.js';

/** Events are refused when a disk is full; a busy day writes about this much. */
const LITTLE_BYTES = 1_000_000_000;
const TOO_LITTLE_BYTES = 50_000_000;
const OTHERS = 0o077;

/** The data folder: whether it can be written to, by whom else, the room on its disk, and the database. */
export async function dataFindings(data: string): Promise<Finding[]> {
  const folder = resolve(data);
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    if (found.code !== 'ENOENT')
      return [problem('data folder', `${folder}: ${found.code}`, 'choose another with --data')];
    return [ok('data folder', `${folder} will be created by the first daemon`), await room(folder)];
  }
  const findings = [await folderFinding(folder, found.isDirectory()), modes(folder, found.mode)];
  return [...findings.flat(), await room(folder), database(folder), await token(folder)];
}

async function folderFinding(folder: string, isFolder: boolean): Promise<Finding> {
  if (!isFolder) return problem('data folder', `${folder} is a file`, 'choose another with --data');
  const isWritable = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (isWritable) return ok('data folder', `${folder} is writable`);
  return problem(
    'data folder',
    `${folder} is not writable`,
    'change its owner, or choose another with --data',
  );
}

function modes(folder: string, mode: number): Finding[] {
  if ((mode & OTHERS) === 0) return [];
  const found = `others can look into ${folder} (${(mode & 0o777).toString(8)})`;
  return [warning('data folder', found, `run: chmod 700 ${folder}`)];
}

async function room(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(await existing(folder));
  const free = bavail * bsize;
  const found = `${formatBytes(free)} free`;
  if (free >= LITTLE_BYTES) return ok('disk', found);
  const advice = 'make room, or let the daemon delete old sessions: greenroom server --retain-age';
  return free < TOO_LITTLE_BYTES ? problem('disk', found, advice) : warning('disk', found, advice);
}

/** The folder itself, or the next one above that exists. */
async function existing(folder: string): Promise<string> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  return isThere || dirname(folder) === folder ? folder : existing(dirname(folder));
}

function database(folder: string): Finding {
  try {
    requireReadableLog(folder);
    return ok('database', 'can be opened');
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    if (error.message.includes('it has no greenroom.sqlite')) return ok('database', 'none yet');
    return problem('database', error.message, 'look closer with: greenroom check; or restore a backup');
  }
}

async function token(folder: string): Promise<Finding> {
  const path = join(folder, 'token');
  const found = await stat(path).catch(() => null);
  if (!found) return ok('token', 'none is kept; the daemon makes one when it needs it');
  if ((found.mode & OTHERS) === 0) return ok('token', `kept in ${path}`);
  return problem('token', `others can read ${path}`, `run: chmod 600 ${path}`);
}
