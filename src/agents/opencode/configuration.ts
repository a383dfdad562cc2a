import type { McpServer } from '../agent.js';
import { asking, readOnlyAgents } from './policy.js';

type Json = { [key: string]: unknown };

/** A folder that is not trusted. */
export interface Untrusted {
  /** The paths of its instructions. */
  instructions: readonly string[];
}

/**
 * The configuration that a server gets by its environment: what to ask about, its shell, and the MCP
 * servers of its sessions.
 * OpenCode applies it after the files of the user and of the folder. The user's own content of the variable is kept.
 */
export function serverEnvironment(
  env: Readonly<NodeJS.ProcessEnv>,
  mcp: Readonly<Record<string, McpServer>>,
  shell: string,
  untrusted: Untrusted | null = null,
): Record<string, string> {
  const theirs = given(env.OPENCODE_CONFIG_CONTENT);
  const ours = {
    ...(untrusted && { instructions: [...listed(theirs.instructions), ...untrusted.instructions] }),
    shell,
    permission: asking,
    agent: readOnlyAgents,
    ...(Object.keys(mcp).length === 0
      ? {}
      : { mcp: Object.fromEntries(Object.entries(mcp).map(([name, server]) => [name, mcpConfig(server)])) }),
  };
  return {
    OPENCODE_CONFIG_CONTENT: JSON.stringify(merged(theirs, ours)),
    // Greenroom installs the version that was tested.
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    // It also keeps OpenCode from the folder's instructions, which are therefore listed.
    ...(untrusted && { OPENCODE_DISABLE_PROJECT_CONFIG: '1' }),
  };
}

function given(content: string | undefined): Json {
  if (!content) return {};
  try {
    return JSON.parse(content) as Json;
  } catch (error) {
    throw new Error('OPENCODE_CONFIG_CONTENT is not JSON', { cause: error });
  }
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function merged(under: unknown, over: unknown): unknown {
  if (!isObject(under) || !isObject(over)) return over;
  const both = { ...under };
  for (const [key, value] of Object.entries(over))
    both[key] = key in under ? merged(under[key], value) : value;
  return both;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** OpenCode detects the transport of a remote server itself. */
function mcpConfig(server: McpServer): Json {
  const { type, timeoutMs } = server;
  const common = { enabled: true, ...(timeoutMs === null ? {} : { timeout: timeoutMs }) };
  if (type === 'remote') return { type, url: server.url, headers: server.headers, oauth: false, ...common };
  return { type, command: [server.command, ...server.args], environment: server.env, ...common };
}
