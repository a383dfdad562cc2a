import type { McpServerConfig } from '../../schema/index.js';
import type { Place } from './place.js';

type Servers = Readonly<Record<string, McpServerConfig>>;
/** Returns what takes the place of a text. */
export type Visit = (place: Place, text: string) => string;

/** Replaces each text of MCP servers that may be a secret. */
export function mapMcpStrings(servers: Servers, visit: Visit): Record<string, McpServerConfig> {
  return mapValues(servers, (server, name) =>
    mapServer(server, (place, text) => visit(['mcp', name, ...place], text)),
  );
}

function mapServer(server: McpServerConfig, visit: Visit): McpServerConfig {
  const list = (key: string, texts: readonly string[]) =>
    texts.map((text, index) => visit([key, index], text));
  const record = (key: string, texts: Readonly<Record<string, string>>) =>
    mapValues(texts, (text, name) => visit([key, name], text));
  if (server.type === 'local') {
    const { command, args, env } = server;
    return {
      ...server,
      command: typeof command === 'string' ? visit(['command'], command) : list('command', command),
      ...(args ? { args: list('args', args) } : {}),
      ...(env ? { env: record('env', env) } : {}),
    };
  }
  const { url, headers, oauth } = server;
  const clientSecret = typeof oauth === 'object' ? oauth?.clientSecret : null;
  return {
    ...server,
    url: visit(['url'], url),
    ...(headers ? { headers: record('headers', headers) } : {}),
    ...(typeof oauth === 'object' && clientSecret != null
      ? { oauth: { ...oauth, clientSecret: visit(['oauth', 'clientSecret'], clientSecret) } }
      : {}),
  };
}

function mapValues<T, U>(
  record: Readonly<Record<string, T>>,
  map: (value: T, key: string) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}
