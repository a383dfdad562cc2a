import { resolve } from 'node:path';
import type { SessionFilter, SessionInfo } from '../../client/index.js';
import type { LsFlags } from './ls-command.js';

export interface ListFilter {
  /** What the daemon looks for. */
  query: SessionFilter;
  /** What is left to be looked for here; the daemon's part, too, for sessions that it tells of by itself. */
  matches(session: SessionInfo): boolean;
}

export function listFilter({ all, status, agent, directory, search }: LsFlags): ListFilter {
  const folder = directory === undefined ? undefined : resolve(directory);
  const [only, ...others] = status ?? [];
  const withEnded = all || status !== undefined || search !== undefined;
  const query: SessionFilter = {};
  if (only && others.length === 0) query.status = only;
  if (agent !== undefined) query.agent = agent;
  if (folder !== undefined) query.directory = folder;
  if (search !== undefined) query.search = search;
  return {
    query,
    matches: (session) =>
      (withEnded || !session.ended) &&
      (status === undefined || status.includes(session.status)) &&
      (agent === undefined || session.agent === agent) &&
      (folder === undefined || session.directory === folder),
  };
}
