import type { FolderContents } from '../../agents/agent.js';
import type { Effect } from '../../schema/index.js';
import type { SessionConfig } from '../config.js';
import type { SessionDeps } from '../session-deps.js';
import type { UntimedInput } from '../untimed.js';
import type { Verdict } from './folder-trust.js';
import { trustNotice } from './notice.js';
import { folderRequest } from './request.js';

export type TrustEffect = Extract<Effect, { type: 'trust' }>;

export interface SessionFolderOptions {
  deps: Pick<SessionDeps, 'agent' | 'trust' | 'trustQuestion'>;
  session: { id: string; config: SessionConfig };
  dispatch(input: UntimedInput): void;
}

/** A session keeps a human's decision. */
export function withDecision(config: SessionConfig, { reply, contents }: TrustEffect): SessionConfig {
  return { ...config, folderDecision: { contents, reply } };
}

/** The trust in one session's folder: asks, and tells when nobody was asked. */
export class SessionFolder {
  readonly #options: SessionFolderOptions;
  /** The contents that a notice was last about: restarts of the agent do not repeat it. */
  #announced: string | null = null;

  constructor(options: SessionFolderOptions) {
    this.#options = options;
  }

  async check(): Promise<Verdict> {
    const { deps, session } = this.#options;
    return deps.trust.check(deps.trustQuestion(session));
  }

  ask(contents: FolderContents): void {
    const { deps, session, dispatch } = this.#options;
    const { directory } = session.config;
    const draft = folderRequest({ agent: deps.agent.name, directory, contents });
    dispatch({ type: 'draft.permission.requested', draft, source: 'daemon', raw: null });
  }

  /** A human has decided. Resolves when that is remembered, as far as it can be. */
  async decide({ reply, contents }: TrustEffect): Promise<void> {
    const { deps, session } = this.#options;
    await deps.trust.decide(deps.trustQuestion(session), reply, contents);
  }

  /** The agent was started. */
  announce(verdict: Extract<Verdict, { type: 'decided' }>): void {
    const draft = trustNotice(verdict, this.#options.deps.agent.name);
    const contents = verdict.contents?.hash ?? null;
    if (draft === null || contents === this.#announced) return;
    this.#announced = contents;
    this.#options.dispatch({ type: 'draft.item.completed', draft, source: 'daemon', raw: null });
  }
}
