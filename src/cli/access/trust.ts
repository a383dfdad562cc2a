import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ProblemError, type TrustedFolder } from '../../schema/index.js';
import { counted } from '../terminal/counted.js';
import { paint } from '../terminal/paint.js';
import { table } from '../terminal/table.js';
import { UsageError } from '../usage-error.js';
import type { TrustFlags } from './trust-command.js';
import { withTrust } from './trust-store.js';

/** Prints the folders that are trusted. */
export async function listTrust(flags: TrustFlags): Promise<void> {
  const folders = await withTrust(flags, (trust) => trust.list());
  if (flags.json) console.log(JSON.stringify({ folders }, null, 2));
  else console.log(folders.length === 0 ? 'No folder is trusted.' : table([header(), ...folders.map(row)]));
}

/** Trusts what a folder brings now, for one agent or all. */
export async function addTrust(folder: string, flags: TrustFlags & { agent?: string }): Promise<void> {
  const path = resolve(folder);
  const folders = await explained(withTrust(flags, (trust) => trust.add(path, flags.agent ?? null)));
  if (flags.json) return console.log(JSON.stringify({ folders }, null, 2));
  if (folders.length === 0) return console.log(`${path} brings nothing that has to be trusted.`);
  console.log(table([header(), ...folders.map(row)]));
}

/** Forgets the entries of a folder, or one by its id. */
export async function removeTrust(folder: string, flags: TrustFlags): Promise<void> {
  const path = await realpath(folder).catch(() => resolve(folder));
  const removed = await withTrust(flags, async (trust) => {
    const entries = await trust.list();
    const found = entries.filter(({ id, folder: trusted }) => id === folder || trusted === path);
    for (const { id } of found) await trust.remove(id);
    return found;
  });
  const [first] = removed;
  if (!first) throw new UsageError(`${path} is not trusted; list what is with: greenroom trust`);
  if (flags.json) console.log(JSON.stringify({ removed }, null, 2));
  else console.log(`Removed ${counted(removed.length, 'decision')} about ${first.folder}.`);
}

async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ProblemError ? new UsageError(error.message) : error;
  }
}

const header = () => ['FOLDER', 'AGENT', 'SINCE', 'BRINGS'].map((name) => paint('dim', name));

function row({ folder, agent, trustedAt, paths }: TrustedFolder): string[] {
  const since = new Date(trustedAt).toISOString().slice(0, 16).replace('T', ' ');
  return [folder, agent, since, counted(paths.length, 'file')];
}
