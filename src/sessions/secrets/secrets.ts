import { type McpServer, mcpServers } from '../../agents/agent.js';
import {
  type EnvironmentChanges,
  type McpServerConfig,
  type Problem,
  ProblemError,
  problem,
} from '../../schema/index.js';
import { requireEnvironment } from './environment.js';
import { inWords, lackingInWords, type Missing, missingOf } from './missing.js';
import { nameOf, type Place } from './place.js';
import type { SecretKey } from './secret-key.js';
import { join, split, type Variables } from './split.js';
import type { StoredSecret, StoredVariables } from './stored-secret.js';

export interface SecretsOptions {
  /** Null if values are kept in memory only. */
  key: SecretKey | null;
  /** The daemon's environment, which sessions may refer to. */
  env: NodeJS.ProcessEnv;
}

/** The session that secrets belong to. Its id may be given to another one later, its uid not. */
export interface Owner {
  sessionId: string;
  uid: string;
}

export interface VariableChanges {
  env?: EnvironmentChanges | undefined;
  mcp?: Record<string, McpServerConfig | null> | undefined;
}

const none: StoredVariables = { env: {}, mcp: {}, secrets: [] };

/**
 * The secrets of all sessions. With a key, their values are sealed and stored with the session that they belong to;
 * without one, they are in memory only, and have to be sent again after a restart.
 */
export class Secrets {
  readonly #key: SecretKey | null;
  readonly #env: Readonly<Record<string, string | undefined>>;
  /** Values that are not stored, by the uid of the session and the name of their place. */
  readonly #values = new Map<string, ReadonlyMap<string, string>>();
  /** By the id of a session; those that have all have no entry. */
  readonly #missing = new Map<string, Missing[]>();

  constructor({ key, env }: SecretsOptions) {
    this.#key = key;
    // Without the daemon's own settings: one of them is its token.
    this.#env = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GREENROOM_')));
  }

  /** Takes the variables of a new session; returns what to store of them. */
  add(owner: Owner, variables: Variables): StoredVariables {
    return this.change(owner, none, variables);
  }

  /** The same without any check, for a session whose agent has run with them. */
  adopt(owner: Owner, variables: Variables): StoredVariables {
    return this.#take(owner, none, variables);
  }

  /** Takes changes of a session's variables; returns what to store of all. Throws if they cannot be used. */
  change(owner: Owner, before: StoredVariables, changes: VariableChanges): StoredVariables {
    const { env = {}, mcp = {} } = changes;
    requireEnvironment(env, this.#env);
    const names = [...Object.keys(before.env), ...Object.keys(env)].filter((name) => env[name] !== null);
    // Checked here rather than at the start of the agent, so that the client gets the error.
    mcpServers(withoutNull(mcp), { ...this.#env, ...Object.fromEntries(names.map((name) => [name, 'set'])) });
    return this.#take(owner, before, changes);
  }

  /** Everything that an agent is started with. Throws if something is missing. */
  resolve(
    owner: Owner,
    stored: StoredVariables,
  ): { env: Record<string, string>; mcp: Record<string, McpServer> } {
    this.survey(owner, stored);
    const lacking = this.problem(owner.sessionId);
    if (lacking) throw ProblemError.of(lacking);
    const { env, mcp } = join(stored, {
      secret: (secret) => this.#valueOf(owner, secret),
      variable: (name) => this.#env[name],
    });
    return { env, mcp: mcpServers(mcp, { ...this.#env, ...env }) };
  }

  /** Everything of a session that is secret and known. */
  valuesOf(owner: Owner, stored: StoredVariables): string[] {
    const references = Object.values(stored.env).flatMap((given) =>
      given ? [this.#env[given.fromEnv]] : [],
    );
    const secrets = stored.secrets.map((secret) => this.#valueOf(owner, secret));
    return [...references, ...secrets].filter((value): value is string => value != null);
  }

  /** Finds out what a session lacks. */
  survey(owner: Owner, stored: StoredVariables): void {
    const missing = missingOf(stored, {
      isKnown: (secret) => this.#valueOf(owner, secret) !== null,
      hasVariable: (name) => !!this.#env[name],
    });
    if (missing.length > 0) this.#missing.set(owner.sessionId, missing);
    else this.#missing.delete(owner.sessionId);
  }

  /** The names of the values that a session lacks. */
  missing(sessionId: string): string[] {
    return this.#missing.get(sessionId)?.map(({ place }) => nameOf(place)) ?? [];
  }

  /** Which sessions lack something, for the log; null if none does. */
  describeLacking(): string | null {
    return lackingInWords([...this.#missing.keys()], this.#key !== null);
  }

  /** Why the agent of a session cannot be started; null if it can. */
  problem(sessionId: string): Problem | null {
    const missing = this.#missing.get(sessionId);
    if (!missing) return null;
    return problem('agent_unavailable', inWords(sessionId, missing), {
      sessionId,
      missing: this.missing(sessionId),
    });
  }

  /** The session has ended or was deleted. */
  forget({ sessionId, uid }: Owner): void {
    this.#values.delete(uid);
    this.#missing.delete(sessionId);
  }

  #take(owner: Owner, before: StoredVariables, { env = {}, mcp = {} }: VariableChanges): StoredVariables {
    const given = split({ env: withoutNull(env), mcp: withoutNull(mcp) });
    const isKept = ({ place: [part, name] }: StoredSecret) =>
      !Object.hasOwn(part === 'env' ? env : mcp, String(name));
    const after: StoredVariables = {
      env: { ...without(before.env, env), ...given.env },
      mcp: { ...without(before.mcp, mcp), ...given.mcp },
      secrets: before.secrets.filter(isKept),
    };
    const values = this.#valuesOf(owner, after.secrets);
    for (const { place, value } of given.secrets) {
      after.secrets.push({ place, sealed: this.#key?.seal(value, boundTo(owner, place)) ?? null });
      if (this.#key === null) values.set(nameOf(place), value);
    }
    if (values.size > 0) this.#values.set(owner.uid, values);
    else this.#values.delete(owner.uid);
    this.survey(owner, after);
    return after;
  }

  #valueOf(owner: Owner, { place, sealed }: StoredSecret): string | null {
    if (sealed !== null) return this.#key?.open(sealed, boundTo(owner, place)) ?? null;
    return this.#values.get(owner.uid)?.get(nameOf(place)) ?? null;
  }

  /** The values in memory of these secrets. */
  #valuesOf({ uid }: Owner, secrets: readonly StoredSecret[]): Map<string, string> {
    const names = new Set(secrets.map(({ place }) => nameOf(place)));
    return new Map([...(this.#values.get(uid) ?? [])].filter(([name]) => names.has(name)));
  }
}

function boundTo({ sessionId, uid }: Owner, place: Place): string {
  return JSON.stringify([sessionId, uid, ...place]);
}

function withoutNull<T>(record: Readonly<Record<string, T | null>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, T] => entry[1] !== null),
  );
}

function without<T>(record: Readonly<Record<string, T>>, names: object): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !Object.hasOwn(names, name)));
}
