import type { ConnectionContext } from '../agent.js';

type Servers = ConnectionContext['mcp'];

/** MCP servers in the CLI's format. Sent over standard input, as other users can read a command line. */
export function mcpConfig(servers: Servers): Record<string, object> {
  return Object.fromEntries(
    Object.entries(servers).map(([name, server]) => {
      if (server.type === 'remote') {
        const { transport: type, url, headers } = server;
        return [name, { type, url, headers }];
      }
      const { command, args, env } = server;
      return [name, { type: 'stdio', command, args, env }];
    }),
  );
}

/** The CLI has a single start-up timeout for all servers: the longest one wins. */
export function mcpEnvironment(servers: Servers): Record<string, string> {
  const timeouts = Object.values(servers).flatMap(({ timeoutMs }) => (timeoutMs === null ? [] : [timeoutMs]));
  return timeouts.length === 0 ? {} : { MCP_TIMEOUT: String(Math.max(...timeouts)) };
}
