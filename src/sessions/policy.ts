import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import {
  type AgentConfiguration,
  type Environment,
  type PermissionMode,
  type Problem,
  ProblemError,
  problem,
} from '../schema/index.js';

export interface PolicyOptions {
  /** In which sessions may be opened; null for anywhere. */
  folders?: readonly string[] | null;
  /** Null for all. */
  permissionModes?: readonly PermissionMode[] | null;
  /** What applies to single agents, by their ids. */
  agents?: Readonly<Record<string, AgentConfiguration>>;
}

/** The settings that decide whether a session may run. */
interface Subject {
  agent: string;
  permissionMode: PermissionMode;
}

/** What the operator of the daemon allows. It applies to stored sessions as well: it is checked at every start of an agent. */
export class Policy {
  readonly #folders: readonly string[] | null;
  readonly #modes: readonly PermissionMode[] | null;
  readonly #agents: Readonly<Record<string, AgentConfiguration>>;
  readonly #variables: ReadonlyMap<string, Readonly<Record<string, string>>>;

  /** Throws if an agent's variable refers to one that `env` lacks. */
  constructor(
    { folders = null, permissionModes = null, agents = {} }: PolicyOptions,
    env: NodeJS.ProcessEnv,
  ) {
    this.#folders = folders?.map((folder) => resolve(folder)) ?? null;
    this.#modes = permissionModes;
    this.#agents = agents;
    this.#variables = new Map(
      Object.entries(agents).map(([id, agent]) => [id, variablesOf(id, agent.env ?? {}, env)]),
    );
  }

  isEnabled(agent: string): boolean {
    return this.of(agent).enabled !== false;
  }

  /** What applies to an agent. */
  of(agent: string): AgentConfiguration {
    return Object.hasOwn(this.#agents, agent) ? this.#agents[agent]! : {};
  }

  /** The variables that an agent always gets. */
  environmentOf(agent: string): Readonly<Record<string, string>> {
    return this.#variables.get(agent) ?? {};
  }

  /** The mode of sessions that ask for none. */
  defaultMode(agent: string): PermissionMode {
    const { permissionMode = 'default' } = this.of(agent);
    return this.#modes?.includes(permissionMode) === false ? this.#modes[0]! : permissionMode;
  }

  /** Why a session may not run; null if it may. */
  problem({ agent, permissionMode }: Subject): Problem | null {
    if (!this.isEnabled(agent))
      return problem('unsupported_agent', `the agent ${agent} is disabled by the daemon's configuration`, {
        agent,
      });
    if (this.#modes?.includes(permissionMode) !== false) return null;
    const allowed = this.#modes.join(', ');
    const detail = `the daemon's configuration does not allow the permission mode ${permissionMode}; allowed: ${allowed}`;
    return problem('forbidden', detail, { field: 'permissionMode', supported: this.#modes });
  }

  require(subject: Subject): void {
    const found = this.problem(subject);
    if (found) throw ProblemError.of(found);
  }

  /** Refuses a folder whose real path is in none of the allowed ones. */
  async requireFolder(directory: string): Promise<void> {
    if (this.#folders === null) return;
    const path = await realpath(directory);
    for (const folder of this.#folders) {
      const root = await realpath(folder).catch(() => null);
      if (root !== null && isInside(path, root)) return;
    }
    throw new ProblemError(
      'forbidden',
      `the daemon's configuration does not allow sessions in ${directory}; allowed: ${this.#folders.join(', ')}, and folders in them`,
      { field: 'directory', supported: this.#folders },
    );
  }
}

/** The configuration names a variable that the daemon does not have. */
export class PolicyError extends Error {
  override name = 'PolicyError';
}

function variablesOf(id: string, given: Environment, env: NodeJS.ProcessEnv): Record<string, string> {
  const values = Object.entries(given).map(([name, value]) => {
    if (typeof value === 'string') return [name, value] as const;
    // The daemon's own settings are not for agents: one of them is its token.
    const found = value.fromEnv.startsWith('GREENROOM_') ? undefined : env[value.fromEnv];
    if (found) return [name, found] as const;
    throw new PolicyError(
      `agents.${id}.env.${name} refers to ${value.fromEnv}, which is not set in the daemon's environment`,
    );
  });
  return Object.fromEntries(values);
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
