import { type McpServerConfig, ProblemError } from '../../schema/index.js';

/** A session's own MCP server, with secrets resolved. */
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
 * Resolves secrets from the environment. This happens when an agent starts: only the unresolved configuration is stored,
 * so no secret is written to disk.
 */
export function mcpServers(
  configs: Readonly<Record<string, McpServerConfig>>,
  env: NodeJS.ProcessEnv,
): Record<string, McpServer> {
  return Object.fromEntries(
    Object.entries(configs)
      .filter(([, { enabled }]) => enabled !== false)
      .map(([name, server]) => [name, server.type === 'local' ? local(server) : remote(name, server, env)]),
  );
}

function local({ command: program, args: more = [], cwd, env, timeoutMs }: Local): McpServer {
  const [command = '', ...args] = [...(typeof program === 'string' ? [program] : program), ...more];
  return {
    type: 'local',
    ...(cwd == null ? { command, args } : inFolder(cwd, command, args)),
    env: env ?? {},
    timeoutMs: timeoutMs ?? null,
  };
}

/** Not every agent supports a working directory for servers. */
function inFolder(folder: string, command: string, args: string[]) {
  return { command: '/bin/sh', args: ['-c', 'cd "$0" && exec "$@"', folder, command, ...args] };
}

function remote(name: string, server: Remote, env: NodeJS.ProcessEnv): McpServer {
  const { url, transport, headers, envHeaders, bearerTokenEnvVar, oauth, timeoutMs } = server;
  const problem = (reason: string) =>
    new ProblemError('invalid_request', `mcp: ${name} ${reason}`, { field: 'mcp' });
  if (oauth) throw problem("needs OAuth, which is set up with the agent's own program");
  const resolve = (variable: string) => {
    const value = env[variable];
    if (!value) throw problem(`needs ${variable}, which is not set`);
    return value;
  };
  return {
    type: 'remote',
    url,
    transport: transport ?? 'http',
    headers: {
      ...headers,
      ...Object.fromEntries(
        Object.entries(envHeaders ?? {}).map(([header, name]) => [header, resolve(name)]),
      ),
      ...(bearerTokenEnvVar ? { Authorization: `Bearer ${resolve(bearerTokenEnvVar)}` } : {}),
    },
    timeoutMs: timeoutMs ?? null,
  };
}
