import { z } from 'zod';
import type { PermissionMode } from '../../schema/index.js';
import { covers } from './patterns.js';

/** A rule of OpenCode's. Of those that fit, the last one counts. */
export interface Rule {
  permission: string;
  pattern: string;
  action: 'allow' | 'ask' | 'deny';
}

/**
 * What is asked about; without rules OpenCode asks about next to nothing. They are the server's, since a session's own
 * do not reach its sub-agents. The names have wildcards so that they are not the user's own, which stay as they are.
 */
export const asking: Readonly<Record<string, 'ask'>> = {
  'bash*': 'ask',
  'edit*': 'ask',
  'web*': 'ask',
  // The tools of MCP servers, and what is outside of the folder.
  '*_*': 'ask',
};

const READ_ONLY = 'edit*';

/** Agents that do not edit shall not be able to do so with a permission either. */
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
 * The rules that the user made for tools by name, which come before ours: said again they come after. They also come
 * after those that he made for single agents, so that of what these are about only a prohibition is said again.
 */
export function userRules(config: unknown): Rule[] {
  const { data: given } = Config.safeParse(config);
  if (given === undefined) return [];
  const special = Object.values(given.agent)
    .flatMap(({ permission }) => Object.keys(permission))
    .filter((name) => name !== READ_ONLY);
  return Object.entries(given.permission)
    .filter(([permission]) => permission !== '*' && !Object.hasOwn(asking, permission))
    .flatMap(([permission, given]) => {
      const patterns = typeof given === 'string' ? { '*': given } : given;
      return Object.entries(patterns).map(([pattern, action]) => ({ permission, pattern, action }));
    })
    .filter(
      ({ permission, action }) => action === 'deny' || !special.some((name) => covers(name, permission)),
    );
}

/** Whether rules end with others: they can only be added to. */
export function endsWith(rules: readonly Rule[], others: readonly Rule[]): boolean {
  const last = rules.slice(rules.length - others.length).map(({ permission, pattern, action }) => ({
    permission,
    pattern,
    action,
  }));
  return JSON.stringify(last) === JSON.stringify(others);
}

/** What a human is asked for. */
export const Asked = z.object({
  id: z.string(),
  permission: z.string(),
  patterns: z.array(z.string()).default([]),
  always: z.array(z.string()).default([]).describe('What would be allowed by `always`'),
  metadata: z.record(z.string(), z.unknown()).default({}),
});
export type Asked = z.infer<typeof Asked>;

/** Whether the mode is permission enough. */
export function isPermitted(asked: Asked, mode: PermissionMode, directory: string): boolean {
  if (mode === 'bypass') return true;
  return mode === 'acceptEdits' && asked.permission === 'edit' && isOrdinaryEdit(asked, directory);
}

/** Folders in which an edit is more than one: who accepts edits has not accepted those. */
const guarded: ReadonlySet<string> = new Set(['.git', '.opencode', '.agents']);

/** Whether all of it is inside the session's own folder. */
function isOrdinaryEdit({ metadata }: Asked, directory: string): boolean {
  const paths = pathsIn(metadata);
  return (
    paths.length > 0 &&
    paths.every((path) => {
      if (!path.startsWith(`${directory}/`)) return false;
      return !path.split('/').some((name) => name === '..' || guarded.has(name));
    })
  );
}

/** Where an edit writes: also where it moves a file to. */
function pathsIn({ files, filepath }: Record<string, unknown>): string[] {
  const named = Array.isArray(files)
    ? files.flatMap((file: { filePath?: unknown; movePath?: unknown } | null) => [
        file?.filePath,
        ...(file?.movePath == null ? [] : [file.movePath]),
      ])
    : [filepath];
  return named.map((path) => (typeof path === 'string' ? path : ''));
}
