import type { McpServer } from '../agent.js';

/** MCP servers in the format of `--mcp-config`, which has no start-up timeout. */
export function mcpConfig(servers: Readonly<Record<string, McpServer>>): object {
  return Object.fromEntries(
    Object.entries(servers).map(([name, server]) => {
      if (server.type === 'local') {
        const { command, args, env } = server;
        return [name, { command, args, env }];
      }
      const { url, headers, transport } = server;
      return [name, { url, headers, ...(transport === 'sse' ? { transport } : {}) }];
    }),
  );
}
