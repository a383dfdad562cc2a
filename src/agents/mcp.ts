import { type McpServerConfig, ProblemError } from '../schema/index.js';

/** An MCP server that a session brings, as agents are told of it. */
export type McpServer =
  | {
      type: 'local';
      command: string;
      args: string[];
      env: Record<string, string>;
      timeoutMs: number | null;
    }
  | {
      type: 'remote';
      url: string;
      transport: 'http' | 'sse';
      headers: Record<string, string>;
      timeoutMs: number | null;
    };

type Local = Extract<McpServerConfig, { type: 'local' }>;
type Remote = Extract<McpServerConfig, { type: 'remote' }>;

/**
 * The servers as they were asked for, with what is to be looked up in the environment. They are kept as they were
 * asked for: what is secret is not written down.
 */
export function mcpServers(
  asked: Readonly<Record<string, McpServerConfig>>,
  env: NodeJS.ProcessEnv,
): Record<string, McpServer> {
  return Object.fromEntries(
    Object.entries(asked)
      .filter(([, { enabled }]) => enabled !== false)
      .map(([name, server]) => [name, server.type === 'local' ? local(server) : remote(name, server, env)]),
  );
}

function local({ command: given, args: more = [], cwd, env, timeoutMs }: Local): McpServer {
  const [command = '', ...args] = [...(typeof given === 'string' ? [given] : given), ...more];
  return {
    type: 'local',
    ...(cwd == null ? { command, args } : inFolder(cwd, command, args)),
    env: env ?? {},
    timeoutMs: timeoutMs ?? null,
  };
}

/** Not every agent can be told the folder of a server. */
function inFolder(folder: string, command: string, args: string[]) {
  return { command: '/bin/sh', args: ['-c', 'cd "$0" && exec "$@"', folder, command, ...args] };
}

function remote(name: string, server: Remote, env: NodeJS.ProcessEnv): McpServer {
  const { url, transport, headers, envHeaders, bearerTokenEnvVar, oauth, timeoutMs } = server;
  const refuse = (why: string) =>
    new ProblemError('invalid_request', `mcp: ${name} ${why}`, { field: 'mcp' });
  if (oauth) throw refuse("needs OAuth, which is set up with the agent's own program");
  const held = (variable: string) => {
    const value = env[variable];
    if (!value) throw refuse(`needs ${variable}, which is not set`);
    return value;
  };
  return {
    type: 'remote',
    url,
    transport: transport ?? 'http',
    headers: {
      ...headers,
      ...Object.fromEntries(Object.entries(envHeaders ?? {}).map(([header, name]) => [header, held(name)])),
      ...(bearerTokenEnvVar ? { Authorization: `Bearer ${held(bearerTokenEnvVar)}` } : {}),
    },
    timeoutMs: timeoutMs ?? null,
  };
}
