import type { McpServer } from '../kit/mcp.js';

const pairs = (record: Readonly<Record<string, string>>) =>
  Object.entries(record).map(([name, value]) => ({ name, value }));

/** A session's MCP servers, as the protocol names them. */
export function protocolServers(servers: Readonly<Record<string, McpServer>>): object[] {
  return Object.entries(servers).map(([name, server]) =>
    server.type === 'local'
      ? { name, command: server.command, args: server.args, env: pairs(server.env) }
      : { type: server.transport, name, url: server.url, headers: pairs(server.headers) },
  );
}
