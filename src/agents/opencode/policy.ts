import { z } from 'zod';
import type { PermissionMode } from '../../schema/index.js';
import { isGuardedEdit, isOrdinaryEdit } from '../kit/edit-policy.js';
import { guardedNames } from '../kit/guarded-files.js';
import { field } from '../kit/native.js';
import type { PermissionRequest } from './native.js';
import { covers } from './patterns.js';

/** A rule of OpenCode. The last one that matches counts. */
export interface Rule {
  permission: string;
  pattern: string;
  action: 'allow' | 'ask' | 'deny';
}

/**
 * Rules for permissions: without any, OpenCode asks about next to nothing. They are set for the server, since a session's
 * rules do not reach its sub-agents. The wildcards keep these names apart from the user's own, which stay as they are.
 */
export const asking: Readonly<Record<string, 'ask'>> = {
  'bash*': 'ask',
  'edit*': 'ask',
  'web*': 'ask',
  // The tools of MCP servers, and paths outside of the folder.
  '*_*': 'ask',
};

const READ_ONLY = 'edit*';

/** Agents that are not to edit cannot ask to do so either. */
export const readOnlyAgents = {
  plan: { permission: { [READ_ONLY]: { '*': 'deny', '.opencode/plans/*.md': 'ask' } } },
  explore: { permission: { [READ_ONLY]: 'deny' } },
};

const Action = z.enum(['allow', 'ask', 'deny']);
const Permissions = z.record(z.string(), z.union([Action, z.record(z.string(), Action)])).catch({});
const Config = z.object({
  permission: Permissions,
  agent: z.record(z.string(), z.object({ permission: Permissions })).catch({}),
});

/**
 * The user's rules for tools by name. OpenCode puts them before ours, so they are repeated for each session to come
 * last. There they also come after the user's rules for single agents; of what those are about, only prohibitions are
 * repeated.
 */
export function userRules(config: unknown): Rule[] {
  const { data: given } = Config.safeParse(config);
  if (given === undefined) return [];
  const special = Object.values(given.agent)
    .flatMap(({ permission }) => Object.keys(permission))
    .filter((name) => name !== READ_ONLY);
  const rules = Object.entries(given.permission)
    .filter(([permission]) => permission !== '*' && !Object.hasOwn(asking, permission))
    .flatMap(([permission, given]) => {
      const patterns = typeof given === 'string' ? { '*': given } : given;
      return Object.entries(patterns).map(([pattern, action]) => ({ permission, pattern, action }));
    })
    .filter(
      ({ permission, action }) => action === 'deny' || !special.some((name) => covers(name, permission)),
    );
  return [...rules, ...exceptions(rules)];
}

/** Where the user allows edits, those of an agent's own rules are still asked for, unless they are forbidden. */
function exceptions(rules: readonly Rule[]): Rule[] {
  const ofEdits = rules.filter(({ permission }) => covers(permission, 'edit'));
  if (!ofEdits.some(({ action }) => action === 'allow')) return [];
  const asked = guardedNames
    .flatMap((name) => [`*${name}`, `*${name}/*`])
    .map((pattern): Rule => ({ permission: 'edit', pattern, action: 'ask' }));
  return [...asked, ...ofEdits.filter(({ action }) => action === 'deny')];
}

/** Whether rules end with others: a session's rules can only be added to. */
export function endsWith(rules: readonly Rule[], others: readonly Rule[]): boolean {
  const last = rules.slice(rules.length - others.length).map(({ permission, pattern, action }) => ({
    permission,
    pattern,
    action,
  }));
  return JSON.stringify(last) === JSON.stringify(others);
}

/** Whether the mode allows it without asking a human. */
export async function isPermitted(
  { permission, metadata }: PermissionRequest,
  mode: PermissionMode,
  directory: string,
): Promise<boolean> {
  if (mode === 'bypass') return true;
  return mode === 'acceptEdits' && permission === 'edit' && isOrdinaryEdit(editedPaths(metadata), directory);
}

/** Whether it would change an agent's own rules, so that no earlier reply covers it. */
export async function isGuarded(
  { permission, metadata }: PermissionRequest,
  directory: string,
): Promise<boolean> {
  return permission === 'edit' && isGuardedEdit(editedPaths(metadata), directory);
}

/** The files that an edit writes, those that it moves included. A path that is missing is outside of every folder. */
function editedPaths({ files, filepath }: PermissionRequest['metadata']): string[] {
  const named = Array.isArray(files)
    ? files.flatMap((file) => [field(file, 'filePath'), field(file, 'movePath') ?? []].flat())
    : [filepath];
  return named.map((path) => (typeof path === 'string' ? path : ''));
}
