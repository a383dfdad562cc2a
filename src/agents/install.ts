import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ProblemError } from '../schema/index.js';
import type { Agent } from './agent.js';
import { runNpm } from './npm.js';
import { type AgentPackage, installFolder, thisMachine } from './package.js';
import { programAt } from './program.js';

export interface InstallerOptions {
  dataFolder: string;
  /** Where npm is found, and how it is set up. */
  env: NodeJS.ProcessEnv;
}

export interface InstallOptions {
  /** Also where it is installed already. */
  reinstall?: boolean;
  /** Called with the folder that is being filled, for those who want to see it grow. */
  onFolder?(folder: string): void;
}

/** Installs agents into the data folder: the version that was tested, whole or not at all, one at a time each. */
export class Installer {
  readonly #options: InstallerOptions;
  readonly #running = new Map<string, Promise<string>>();
  readonly #abort = new AbortController();

  constructor(options: InstallerOptions) {
    this.#options = options;
  }

  /** Resolves with the path of the installed program. Who asks while it is being installed waits for that. */
  install(agent: Agent, options: InstallOptions = {}): Promise<string> {
    const running = this.#running.get(agent.id);
    if (running) return running;
    const installing = this.#install(agent, options).finally(() => this.#running.delete(agent.id));
    this.#running.set(agent.id, installing);
    return installing;
  }

  /** Gives up what is being installed. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await Promise.allSettled(this.#running.values());
  }

  async #install(agent: Agent, { reinstall = false, onFolder }: InstallOptions): Promise<string> {
    const from = agent.package;
    if (from === null) throw unavailable(agent, 'it comes with Greenroom');
    const binary = from.binary(thisMachine);
    if (binary === null)
      throw unavailable(agent, `there is none for ${thisMachine.platform} ${thisMachine.arch}`);
    const folder = installFolder(agent.id, from, this.#options.dataFolder);
    const path = join(folder, binary);
    if (!reinstall && (await programAt(path))) return path;
    // Beside the place where it will be, so that it gets there in one step.
    const fresh = join(dirname(folder), `.installing-${randomUUID()}`);
    try {
      await mkdir(fresh, { recursive: true });
      onFolder?.(fresh);
      await this.#fetch(agent, from, fresh);
      if (!(await programAt(join(fresh, binary)))) {
        throw unavailable(agent, `${from.name}@${from.version} came without ${binary}`);
      }
      await replace(folder, fresh);
      return path;
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      throw unavailable(agent, error instanceof Error ? error.message : String(error));
    } finally {
      // What cannot be taken away is nobody's news: why it is there was told.
      await rm(fresh, { recursive: true, force: true }).catch(() => {});
    }
  }

  async #fetch(agent: Agent, { name, version }: AgentPackage, folder: string): Promise<void> {
    const { env } = this.#options;
    const { failure, output } = await runNpm({
      // No scripts: what is downloaded runs when a session starts it, and not before.
      args: ['install', '--prefix', folder, '--ignore-scripts', '--include=optional', `${name}@${version}`],
      cwd: folder,
      env,
      signal: this.#abort.signal,
    });
    if (failure !== null) throw unavailable(agent, failure, output);
  }
}

/** Puts the new folder in the old one's place. A program that runs keeps its file, though it has no name any more. */
async function replace(folder: string, fresh: string): Promise<void> {
  const old = `${fresh}.old`;
  try {
    if (await stat(folder).catch(() => null)) await rename(folder, old);
    await rename(fresh, folder);
  } finally {
    await rm(old, { recursive: true, force: true });
  }
}

function unavailable(agent: Agent, why: string, output?: string): ProblemError {
  return new ProblemError(
    'agent_unavailable',
    `${agent.name} cannot be installed: ${why}`,
    output ? { output } : {},
  );
}
