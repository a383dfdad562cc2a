import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { Logger } from 'pino';
import { type Agent, type FolderContents, type FolderTrust, folderContents } from '../../agents/agent.js';
import {
  type PermissionReply,
  ProblemError,
  type TrustedFolder,
  type TrustPolicy,
} from '../../schema/index.js';
import type { SessionConfig } from '../config.js';
import { messageOf } from '../message-of.js';
import type { FolderOfAgent, RememberedTrust } from './remembered.js';

/** What a session knows about the trust of its folder before its agent starts. */
export interface TrustQuestion {
  agent: Agent;
  config: Pick<SessionConfig, 'directory' | 'trust' | 'folderDecision'>;
  /** The session's own environment, which may have another home. */
  env: Readonly<Record<string, string>>;
}

export type Verdict =
  | { type: 'ask'; contents: FolderContents }
  | {
      type: 'decided';
      /** Null if the folder brings nothing. */
      trust: FolderTrust | null;
      /** Set if nobody was asked, because of this policy. */
      policy: Exclude<TrustPolicy, 'ask'> | null;
      contents: FolderContents | null;
    };

export interface FolderTrustsOptions {
  remembered: RememberedTrust;
  /** For sessions that do not say. */
  policy: TrustPolicy;
  /** The daemon's environment. */
  env: Readonly<NodeJS.ProcessEnv>;
  logger: Pick<Logger, 'warn'>;
}

/** Decides whether an agent may use what its session's folder brings, or has a human asked. */
export class FolderTrusts {
  readonly #options: FolderTrustsOptions;
  /** Decisions that are being stored: whoever asks next should know them. */
  #storing: Promise<void> = Promise.resolve();

  constructor(options: FolderTrustsOptions) {
    this.#options = options;
  }

  /** Looks at the folder as it is now. A policy comes first, then the session's own decision, then a remembered one. */
  async check({ agent, config, env }: TrustQuestion): Promise<Verdict> {
    const { directory, folderDecision: decision } = config;
    const contents = await this.#contents(agent, directory, env);
    if (contents === null) return { type: 'decided', trust: null, policy: null, contents };
    const decided = (isTrusted: boolean, policy: Exclude<TrustPolicy, 'ask'> | null = null): Verdict => ({
      type: 'decided',
      trust: { isTrusted, contents: contents.hash },
      policy,
      contents,
    });
    const policy = config.trust ?? this.#options.policy;
    if (policy !== 'ask') return decided(policy === 'always', policy);
    if (decision?.contents === contents.hash) return decided(decision.reply !== 'reject');
    await this.#storing;
    if (contents.isComplete && (await this.#remembers({ agent: agent.id, directory }, contents)))
      return decided(true);
    return { type: 'ask', contents };
  }

  /** A human has replied. `always` also holds for other sessions, if the folder is still as it was. */
  decide(question: TrustQuestion, reply: PermissionReply, hash: string): Promise<void> {
    if (reply !== 'always') return Promise.resolve();
    const stored = this.#remember(question, hash);
    this.#storing = Promise.all([this.#storing, stored]).then(() => {});
    return stored;
  }

  /** Trusts what a folder brings now for these agents; returns an entry for each that it brings anything for. */
  async trust(directory: string, agents: readonly Agent[]): Promise<TrustedFolder[]> {
    await requireFolder(directory);
    const entries: TrustedFolder[] = [];
    for (const agent of agents) {
      const contents = await this.#contents(agent, directory, {});
      if (contents?.isComplete === false) throw tooMuch(directory);
      if (contents)
        entries.push(await this.#options.remembered.add({ agent: agent.id, directory }, contents));
    }
    return entries;
  }

  async list(): Promise<TrustedFolder[]> {
    await this.#storing;
    return this.#options.remembered.list();
  }

  async forget(id: string): Promise<void> {
    if (await this.#options.remembered.remove(id)) return;
    throw new ProblemError('not_found', `no trusted folder ${id}; see GET /v1/trust`);
  }

  async #remember(question: TrustQuestion, hash: string): Promise<void> {
    const { agent, config, env } = question;
    const { directory } = config;
    try {
      const contents = await this.#contents(agent, directory, env);
      if (contents?.hash !== hash || !contents.isComplete) return;
      await this.#options.remembered.add({ agent: agent.id, directory }, contents);
    } catch (error) {
      this.#options.logger.warn({ err: error, directory }, 'the trust in a folder could not be remembered');
    }
  }

  async #remembers(folder: FolderOfAgent, contents: FolderContents): Promise<boolean> {
    try {
      return await this.#options.remembered.has(folder, contents);
    } catch (error) {
      this.#options.logger.warn({ err: error }, `trusted folders cannot be read: ${messageOf(error)}`);
      return false;
    }
  }

  #contents(agent: Agent, directory: string, env: TrustQuestion['env']): Promise<FolderContents | null> {
    return folderContents(directory, { places: agent.folder, env: { ...this.#options.env, ...env } });
  }
}

async function requireFolder(directory: string): Promise<void> {
  const found = isAbsolute(directory) ? await stat(directory).catch(() => null) : null;
  if (found?.isDirectory()) return;
  const message = `${directory} is no folder; give an absolute path of one that exists`;
  throw new ProblemError('invalid_request', message, { field: 'folder' });
}

function tooMuch(directory: string): ProblemError {
  return new ProblemError('invalid_request', `${directory} brings more files than can be looked at`);
}
