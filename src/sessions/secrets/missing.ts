import { nameOf, type Place } from './place.js';
import type { StoredSecret, StoredVariables } from './stored-secret.js';

/** A value that an agent cannot be started without. */
export interface Missing {
  place: Place;
  /** The variable of the daemon's environment that it refers to; null for a secret. */
  variable: string | null;
}

export interface Known {
  isKnown(secret: StoredSecret): boolean;
  /** Whether the daemon's environment has a variable. */
  hasVariable(name: string): boolean;
}

export function missingOf(
  { env, mcp, secrets }: StoredVariables,
  { isKnown, hasVariable }: Known,
): Missing[] {
  const isNeeded = ([part, name]: Place) => part === 'env' || mcp[String(name)]?.enabled !== false;
  const lost = secrets.filter((secret) => isNeeded(secret.place) && !isKnown(secret));
  const references = [
    ...Object.entries(env).flatMap(([name, reference]) =>
      reference ? [{ place: ['env', name], variable: reference.fromEnv }] : [],
    ),
    ...Object.keys(mcp)
      .flatMap((name) => referencesOf(name, mcp))
      // The session's own variables come first, and are checked above.
      .filter(({ variable }) => !Object.hasOwn(env, variable)),
  ];
  return [
    ...lost.map(({ place }) => ({ place, variable: null })),
    ...references.filter(({ variable }) => !hasVariable(variable)),
  ];
}

function referencesOf(name: string, mcp: StoredVariables['mcp']): { place: Place; variable: string }[] {
  const server = mcp[name];
  if (server?.type !== 'remote' || server.enabled === false) return [];
  const { envHeaders, bearerTokenEnvVar } = server;
  return [
    ...Object.entries(envHeaders ?? {}).map(([header, variable]) => ({
      place: ['mcp', name, 'envHeaders', header],
      variable,
    })),
    ...(bearerTokenEnvVar
      ? [{ place: ['mcp', name, 'bearerTokenEnvVar'], variable: bearerTokenEnvVar }]
      : []),
  ];
}

export function inWords(sessionId: string, missing: readonly Missing[]): string {
  const names = missing.map(({ place, variable }) =>
    variable === null ? nameOf(place) : `${nameOf(place)} (${variable}, which is not in its environment)`,
  );
  return (
    `the daemon does not have values that the agent of session ${sessionId} needs: ${names.join(', ')}; ` +
    `send them with PATCH /v1/sessions/${sessionId}`
  );
}

const MOST_NAMED = 100;

/** For the log of a daemon that was started anew; null if no session lacks anything. */
export function lackingInWords(sessionIds: readonly string[], hasKey: boolean): string | null {
  if (sessionIds.length === 0) return null;
  const named = sessionIds.slice(0, MOST_NAMED).join(', ');
  const more = sessionIds.length > MOST_NAMED ? ` and ${sessionIds.length - MOST_NAMED} more` : '';
  const why = hasKey
    ? 'they were given to a daemon with another key or none'
    : 'they are not stored without --secret-key-file';
  return (
    `These sessions lack secrets, since ${why}: ${named}${more}. ` +
    'They can be read; to go on, send the values with PATCH /v1/sessions/<id>'
  );
}
