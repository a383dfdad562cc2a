import { z } from 'zod';
import { inWords } from '../kit/title.js';

const Statuses = z.record(z.string(), z.object({ status: z.string(), error: z.string().optional() }));

/** Servers in one of these states work, or are not meant to. */
const fine: ReadonlySet<string> = new Set(['connected', 'disabled']);

export interface McpServers {
  servers: string[];
  failures: { server: string; error: string }[];
}

/** The MCP servers of a folder, and those that cannot be used: no event tells of them. */
export async function readMcpServers(read: () => Promise<unknown>): Promise<McpServers> {
  const statuses = Object.entries(Statuses.parse(await read()));
  return {
    servers: statuses.map(([server]) => server),
    failures: statuses
      .filter(([, { status }]) => !fine.has(status))
      .map(([server, { status, error }]) => ({ server, error: error ?? errorOf(server, status) })),
  };
}

function errorOf(server: string, status: string): string {
  return status === 'needs_auth' ? `not authenticated: run "opencode mcp auth ${server}"` : inWords(status);
}
