import { lstat } from 'node:fs/promises';
import { dirname, join, parse, relative, sep } from 'node:path';
import { isWithin, realPath } from './real-path.js';

/** Folders that set the rules of an agent, or whose files it runs. */
const guardedFolders: ReadonlySet<string> = new Set([
  '.git',
  '.agents',
  '.amp',
  '.aws',
  '.claude',
  '.codex',
  '.opencode',
]);

/** The same as files, in any folder. */
const guardedFiles: ReadonlySet<string> = new Set([
  '.claude.json',
  '.mcp.json',
  'opencode.json',
  'opencode.jsonc',
]);

/** The names of guarded folders and files in any folder. */
export const guardedNames: readonly string[] = [...guardedFolders, ...guardedFiles];

/** The user's own configuration, in the folder `.config`. */
const guardedConfigurations: ReadonlySet<string> = new Set(['amp', 'opencode']);

/** Kept by agents in their own folders, without ruling them: working copies, plans, conversations. */
const harmlessFolders: ReadonlySet<string> = new Set(['worktrees', 'plans', 'projects']);

const instructions: ReadonlySet<string> = new Set(['agents.md', 'claude.md', 'claude.local.md']);

/** Places that may be a symbolic link to a file of another name. */
const linkable: readonly string[] = [
  ...guardedNames,
  join('.amp', 'settings.json'),
  join('.claude', 'settings.json'),
  join('.claude', 'settings.local.json'),
  join('.codex', 'config.toml'),
  join('.opencode', 'opencode.json'),
  join('.opencode', 'opencode.jsonc'),
];

/**
 * Whether a path, as it is written, names a file that sets an agent's own rules: settings, hooks, plugins, MCP servers.
 * Letter case does not matter, as it does not to many file systems. Instructions to a model are no rules.
 */
export function namesRules(path: string): boolean {
  const names = path.split(/[\\/]/).map((name) => name.normalize('NFKC').toLowerCase());
  if (instructions.has(names.at(-1) ?? '')) return false;
  return names.some((name, i) => {
    const next = names[i + 1];
    if (name === '.git' || guardedFiles.has(name)) return true;
    if (name === '.config') return next !== undefined && guardedConfigurations.has(next);
    return guardedFolders.has(name) && (next === undefined || !harmlessFolders.has(next));
  });
}

/**
 * Whether a file sets an agent's own rules, wherever links lead: those in the path, and those by which a guarded name in
 * a folder around the file stands for it.
 */
export async function isGuarded(real: string, directory: string): Promise<boolean> {
  if (namesRules(real)) return true;
  const targets = await Promise.all(foldersAround(real, directory).flatMap(linkTargets));
  return targets.some((target) => target !== null && isWithin(target, real));
}

/** The folders from that of the session, or from the root, down to that of the file. */
function foldersAround(path: string, directory: string): string[] {
  const top = isWithin(directory, path) ? directory : parse(path).root;
  const names = relative(top, dirname(path)).split(sep).filter(Boolean);
  return [top, directory, ...names.map((_, i) => join(top, ...names.slice(0, i + 1)))];
}

function linkTargets(folder: string): Promise<string | null>[] {
  return linkable.map(async (name) => {
    const path = join(folder, name);
    const isLink = await lstat(path).then(
      (stats) => stats.isSymbolicLink(),
      () => false,
    );
    return isLink ? realPath(path).catch(() => null) : null;
  });
}
