import type { Environment, McpServerConfig } from '../../schema/index.js';
import { isSecretArgument, isSecretUrl, publicUrl } from './looks-secret.js';
import { mapMcpStrings } from './mcp-strings.js';
import { nameOf, type Place } from './place.js';
import type { StoredSecret, StoredVariables } from './stored-secret.js';

/** Variables and MCP servers as a client gives them, secrets included. */
export interface Variables {
  env: Environment;
  mcp: Record<string, McpServerConfig>;
}

export interface Secret {
  place: Place;
  value: string;
}

/** Separates secrets from what they belong to. */
export function split({ env, mcp }: Variables): Omit<StoredVariables, 'secrets'> & { secrets: Secret[] } {
  const secrets: Secret[] = [];
  const references = Object.entries(env).map(([name, given]) => {
    if (typeof given !== 'string') return [name, given] as const;
    secrets.push({ place: ['env', name], value: given });
    return [name, null] as const;
  });
  const blanked = mapMcpStrings(mcp, (place, value) => {
    if (!isSecret(mcp, place, value)) return value;
    secrets.push({ place, value });
    return place[2] === 'url' ? publicUrl(value) : '';
  });
  return { env: Object.fromEntries(references), mcp: blanked, secrets };
}

/** Puts secrets back, as far as they are known. */
export function join(
  { env, mcp, secrets }: StoredVariables,
  lookup: {
    secret(secret: StoredSecret): string | null;
    /** Of the daemon's environment. */
    variable(name: string): string | undefined;
  },
): { env: Record<string, string>; mcp: Record<string, McpServerConfig> } {
  const values = new Map(secrets.map((secret) => [nameOf(secret.place), lookup.secret(secret)]));
  const variables = Object.entries(env).flatMap(([name, reference]) => {
    const value = reference ? lookup.variable(reference.fromEnv) : values.get(nameOf(['env', name]));
    return value == null ? [] : [[name, value] as const];
  });
  return {
    env: Object.fromEntries(variables),
    mcp: mapMcpStrings(mcp, (place, text) => values.get(nameOf(place)) ?? text),
  };
}

/** All variables and headers are secrets; of command lines and URLs, what looks like one. */
function isSecret(mcp: Variables['mcp'], place: Place, value: string): boolean {
  const [, name, part, index] = place;
  switch (part) {
    case 'url':
      return isSecretUrl(value);
    case 'command':
    case 'args': {
      const server = mcp[name as string];
      const list = server?.type === 'local' ? server[part] : undefined;
      const before = Array.isArray(list) && typeof index === 'number' ? list[index - 1] : undefined;
      return isSecretArgument(value, before);
    }
    default:
      return true;
  }
}
