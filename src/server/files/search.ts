import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { isWithin, readRegularFile } from '../../agents/agent.js';
import type { FileMatch, FileSearchResponse } from '../../schema/index.js';
import { Folder, withFolder } from './folder.js';
import { IgnoreRules } from './ignore-rules.js';
import type { Place } from './places.js';
import { rankOf } from './rank.js';

/** Entries that a search looks at, of all folders and of one. */
const MAX_ENTRIES = 20_000;
const MAX_ENTRIES_OF_FOLDER = 5_000;
/** Entries between two pauses for other work. */
const SLICE = 100;
/** Of all files that apply to a folder. */
const MAX_RULES = 400;
const MAX_RULES_BYTES = 64 * 1024;

export interface Search {
  query: string;
  limit: number;
  /** Places that nobody may see. */
  hidden: readonly string[];
}

interface Scope {
  depth: number;
  rules: IgnoreRules;
}

/** A folder that is still to be read, and the rules that apply to it, those of the outermost folder first. */
interface Pending {
  names: readonly string[];
  scopes: readonly Scope[];
}

/**
 * Finds files and folders below a place by their path, the best matches first. Follows no symbolic links, and leaves out
 * what a `.gitignore` excludes.
 */
export async function search({ root, names }: Place, wanted: Search): Promise<FileSearchResponse> {
  const found: (FileMatch & { rank: number })[] = [];
  const pending: Pending[] = [{ names: [], scopes: [] }];
  let looked = 0;
  // Breadth first: where a folder is too large, files near its root matter most.
  for (let folder = pending.shift(); folder !== undefined && looked < MAX_ENTRIES; folder = pending.shift()) {
    const entries = await entriesIn(root, [...names, ...folder.names]);
    const scopes = await scopesOf(join(root, ...names, ...folder.names), folder, entries);
    for (const entry of entries) {
      if (++looked % SLICE === 0) await nextTick();
      const isFolder = entry.isDirectory();
      const at = [...folder.names, entry.name];
      if (!(isFolder || entry.isFile()) || isExcluded(at, isFolder, scopes)) continue;
      if (isFolder && wanted.hidden.some((each) => isWithin(each, join(root, ...names, ...at)))) continue;
      if (isFolder) pending.push({ names: at, scopes });
      const path = at.join('/');
      const rank = rankOf(path, wanted.query);
      if (rank !== null) found.push({ path, entryType: isFolder ? 'directory' : 'file', rank });
    }
  }
  const best = found.sort((a, b) => a.rank - b.rank || a.path.length - b.path.length || compare(a, b));
  return {
    matches: best.slice(0, wanted.limit).map(({ path, entryType }) => ({ path, entryType })),
    truncated: best.length > wanted.limit || pending.length > 0,
  };
}

const compare = (a: FileMatch, b: FileMatch) => (a.path < b.path ? -1 : 1);

/** Nothing for a folder that is gone or cannot be read. */
async function entriesIn(root: string, names: readonly string[]): Promise<Dirent[]> {
  try {
    return await withFolder(Folder.open(root, names), async (folder) => {
      const entries: Dirent[] = [];
      for await (const entry of await opendir(folder.path)) {
        entries.push(entry);
        if (entries.length >= MAX_ENTRIES_OF_FOLDER) break;
      }
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    });
  } catch {
    return [];
  }
}

async function scopesOf(
  path: string,
  { names, scopes }: Pending,
  entries: readonly Dirent[],
): Promise<readonly Scope[]> {
  if (!entries.some((entry) => entry.name === '.gitignore' && entry.isFile())) return scopes;
  const content = await readRegularFile(join(path, '.gitignore'), MAX_RULES_BYTES);
  if (typeof content === 'string') return scopes;
  const rules = new IgnoreRules(content.toString('utf8'));
  const known = scopes.reduce((sum, scope) => sum + scope.rules.size, 0);
  return known + rules.size > MAX_RULES ? scopes : [...scopes, { depth: names.length, rules }];
}

/** The innermost rules decide. */
function isExcluded(names: readonly string[], isFolder: boolean, scopes: readonly Scope[]): boolean {
  const name = names.at(-1);
  if (isFolder && (name === '.git' || name === 'node_modules')) return true;
  for (const { depth, rules } of scopes.toReversed()) {
    const decision = rules.decide(names.slice(depth), isFolder);
    if (decision !== null) return decision;
  }
  return false;
}
