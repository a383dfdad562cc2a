import { z } from 'zod';
import { follow } from '../kit/fold.js';
import { mcpNotice } from '../kit/notices.js';
import { at, without } from '../kit/record.js';
import type { ClaudeState, Step } from './state.js';

const Server = z.object({ name: z.string(), status: z.string(), error: z.string().optional() });
const Report = z.object({ mcpServers: z.array(Server) });

/** Whether a server cannot be used, as opposed to one that is still starting or switched off. */
export const isBroken = (status: string): boolean => status === 'failed' || status === 'needs-auth';

/** The MCP servers in a response of the CLI; null if it has none. */
export function serversIn(response: unknown): z.infer<typeof Server>[] | null {
  return Report.safeParse(response).data?.mcpServers ?? null;
}

/** The announced failures of servers that are still broken: a later failure is announced again. */
export function stillBroken(
  known: ClaudeState['brokenServers'],
  servers: readonly { name: string; status: string }[] = [],
): ClaudeState['brokenServers'] {
  const working = servers.filter(({ status }) => !isBroken(status)).map(({ name }) => name);
  return without(known, ...working);
}

/** Announces each failure of each server once. */
export function reportServers(
  state: ClaudeState,
  request: string,
  servers: readonly z.infer<typeof Server>[],
): Step {
  return follow(
    state,
    ...servers.map(({ name, status, error = inWords(status) }) => (now: ClaudeState): Step => {
      if (!isBroken(status))
        return { state: { ...now, brokenServers: without(now.brokenServers, name) }, drafts: [] };
      if (at(now.brokenServers, name) === error) return { state: now, drafts: [] };
      return {
        state: { ...now, brokenServers: { ...now.brokenServers, [name]: error } },
        drafts: [mcpNotice({ key: `mcp:${request}:${name}` }, name, error)],
      };
    }),
  );
}

const inWords = (status: string) =>
  status === 'needs-auth' ? 'authentication required' : 'could not be started';
