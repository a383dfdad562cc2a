import type { ConnectionContext } from '../agent.js';

type Servers = ConnectionContext['mcp'];

/** MCP servers in the CLI's terms. They are told on its standard input: a command line is for all to see. */
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

/** The CLI has one time to start for all servers: the longest that was asked for. */
export function mcpEnvironment(servers: Servers): Record<string, string> {
  const times = Object.values(servers).flatMap(({ timeoutMs }) => (timeoutMs === null ? [] : [timeoutMs]));
  return times.length === 0 ? {} : { MCP_TIMEOUT: String(Math.max(...times)) };
}
