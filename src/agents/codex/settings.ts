import type { SessionSettings } from '../../schema/index.js';
import { collaborationMode, isPlanning, turnParams } from './policy.js';

export interface TurnSettings {
  /** Parameters of `turn/start`. */
  params: object;
  /** The model that they set; null if it stays as it is. */
  model: string | null;
  /** To be called when Codex has taken them. */
  onSent(): void;
}

/** The settings of a session, and which of them its thread does not have yet: the next turn brings those. */
export class ThreadSettings {
  #current: SessionSettings;
  #unsent: { mode: boolean; rest: boolean };
  /** Whether the program has permission profiles. */
  hasProfiles = false;

  constructor({ model, variant, agentMode, permissionMode }: SessionSettings, isResumed: boolean) {
    this.#current = { model, variant, agentMode, permissionMode };
    // A thread keeps its mode: a resumed one may not have the default mode.
    this.#unsent = { mode: isPlanning(this.#current) || isResumed, rest: false };
  }

  get current(): SessionSettings {
    return this.#current;
  }

  change(settings: SessionSettings): void {
    this.#current = settings;
    this.#unsent = { mode: true, rest: true };
  }

  /** The thread was loaded again: another program may have changed its mode. */
  reloaded(): void {
    this.#unsent = { ...this.#unsent, mode: true };
  }

  /** The settings of the next turn; `threadModel` is the model that the thread was opened with. */
  nextTurn(threadModel: string): TurnSettings {
    const settings = this.#current;
    const { mode, rest } = this.#unsent;
    const model = settings.model ?? threadModel;
    return {
      params: {
        ...(rest ? turnParams(settings, this.hasProfiles) : {}),
        ...(settings.variant === null ? {} : { effort: settings.variant }),
        ...(mode ? { collaborationMode: collaborationMode(settings, model) } : {}),
      },
      model: mode || rest ? model : null,
      onSent: () => {
        // Unless they have changed again meanwhile.
        if (this.#current === settings) this.#unsent = { mode: false, rest: false };
      },
    };
  }
}
