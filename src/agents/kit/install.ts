import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ProblemError } from '../../schema/index.js';
import type { Agent } from '../agent.js';
import { integrityProblem } from './integrity.js';
import { runNpm } from './npm.js';
import { type AgentPackage, installFolder, thisMachine } from './package.js';
import { programAt } from './program.js';

export interface InstallerOptions {
  dataFolder: string;
  /** The environment of npm. */
  env: NodeJS.ProcessEnv;
}

export interface InstallOptions {
  /** Reinstall even if already installed. */
  reinstall?: boolean;
  /** Called with the temporary folder, to report progress by its size. */
  onFolder?(folder: string): void;
}

/** Installs the tested version of agents into the data folder, atomically, with one installation per agent at a time. */
export class Installer {
  readonly #options: InstallerOptions;
  readonly #running = new Map<string, Promise<string>>();
  readonly #abort = new AbortController();

  constructor(options: InstallerOptions) {
    this.#options = options;
  }

  /** Resolves with the path of the program. Concurrent calls for an agent share one installation. */
  install(agent: Agent, options: InstallOptions = {}): Promise<string> {
    const running = this.#running.get(agent.id);
    if (running) return running;
    const installing = this.#install(agent, options).finally(() => this.#running.delete(agent.id));
    this.#running.set(agent.id, installing);
    return installing;
  }

  /** Aborts running installations. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await Promise.allSettled(this.#running.values());
  }

  async #install(agent: Agent, { reinstall = false, onFolder }: InstallOptions): Promise<string> {
    const from = agent.package;
    if (from === null) throw unavailable(agent, 'it is part of Greenroom');
    const binary = from.binary(thisMachine);
    if (binary === null)
      throw unavailable(agent, `there is no build for ${thisMachine.platform} ${thisMachine.arch}`);
    // npm runs in the folder, so a relative path would mean another one to it.
    const folder = resolve(installFolder(agent.id, from, this.#options.dataFolder));
    const path = join(folder, binary);
    if (!reinstall && (await programAt(path))) return path;
    // In the same parent folder, so that a rename moves it into place atomically.
    const fresh = join(dirname(folder), `.installing-${randomUUID()}`);
    try {
      await mkdir(fresh, { recursive: true, mode: 0o700 });
      onFolder?.(fresh);
      await this.#fetch(agent, from, fresh);
      if (!(await programAt(join(fresh, binary)))) {
        throw failed(agent, `${from.name}@${from.version} does not contain ${binary}`);
      }
      const problem = await integrityProblem(fresh, binary, from.integrity);
      if (problem !== null) throw failed(agent, problem);
      await replace(folder, fresh);
      return path;
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      throw failed(agent, error instanceof Error ? error.message : String(error));
    } finally {
      // A failed cleanup must not hide the actual error.
      await rm(fresh, { recursive: true, force: true }).catch(() => {});
    }
  }

  async #fetch(agent: Agent, { name, version }: AgentPackage, folder: string): Promise<void> {
    const { env } = this.#options;
    const { failure, output } = await runNpm({
      // No install scripts: downloaded code runs only when a session starts it.
      args: ['install', '--prefix', folder, '--ignore-scripts', '--include=optional', `${name}@${version}`],
      cwd: folder,
      env,
      signal: this.#abort.signal,
    });
    if (failure !== null) throw failed(agent, failure, output);
  }
}

/** Replaces the old folder. A running program keeps its open file. */
async function replace(folder: string, fresh: string): Promise<void> {
  const old = `${fresh}.old`;
  try {
    if (await stat(folder).catch(() => null)) await rename(folder, old);
    await rename(fresh, folder);
  } finally {
    await rm(old, { recursive: true, force: true });
  }
}

/** There is nothing to install. */
function unavailable({ id, name }: Agent, reason: string): ProblemError {
  return new ProblemError('agent_unavailable', `${name} cannot be installed: ${reason}`, { agent: id });
}

function failed({ id, name }: Agent, reason: string, output?: string): ProblemError {
  return new ProblemError('install_failed', `${name} cannot be installed: ${reason}`, {
    agent: id,
    ...(output ? { output, details: { stderr: output } } : {}),
  });
}
