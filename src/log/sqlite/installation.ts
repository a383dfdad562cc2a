import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LogError } from '../errors.js';
import type { Database } from './database.js';

const FILE = 'installation.json';

/**
 * The id of the installation. A folder that was copied gets a new one, so that its daemon never takes the processes of
 * the original for its own.
 */
export function installationId(database: Database, dataFolder: string): string {
  const folder = identityOf(dataFolder);
  const [id, known] = database.query('SELECT id, folder FROM installation').get([]) ?? [];
  if (id != null && known === folder) return String(id);
  const change = known == null ? 'folder = ?' : 'folder = ?, id = lower(hex(randomblob(16)))';
  database.command(`UPDATE installation SET ${change}`).run([folder]);
  return String(database.query('SELECT id FROM installation').get([])?.[0]);
}

function identityOf(dataFolder: string): string {
  const { dev, ino } = statSync(dataFolder, { bigint: true });
  return `${dev}:${ino}`;
}

/** Throws if the folder had a log whose file is gone or empty: starting without sessions would hide the loss. */
export function requireKnownLog(dataFolder: string, path: string): void {
  const since = installedAt(dataFolder);
  if (since === null || (existsSync(path) && statSync(path).size > 0)) return;
  throw new LogError(
    `cannot open ${path}: it is ${existsSync(path) ? 'empty' : 'missing'}, but this folder has had a log since ${since}; ` +
      `restore it from a backup, or delete ${join(dataFolder, FILE)} to start without sessions`,
  );
}

function installedAt(dataFolder: string): string | null {
  try {
    const { createdAt } = JSON.parse(readFileSync(join(dataFolder, FILE), 'utf8')) as { createdAt?: unknown };
    return String(createdAt);
  } catch {
    return null;
  }
}

/** Remembers that the folder has a log. Best effort: a full disk does not keep a daemon from starting. */
export function rememberInstallation(dataFolder: string): void {
  if (installedAt(dataFolder) !== null) return;
  const text = `${JSON.stringify({ createdAt: new Date().toISOString() })}\n`;
  try {
    writeFileSync(join(dataFolder, FILE), text, { mode: 0o600 });
  } catch {}
}
