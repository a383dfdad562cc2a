import type { SessionSettings } from '../../schema/index.js';
import { collaborationMode, isPlanning, turnParams } from './policy.js';

/** The settings of a session, and which of them its thread does not have yet: the next turn brings those. */
export class ThreadSettings {
  #current: SessionSettings;
  #unsent: { mode: boolean; rest: boolean };

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

  /** Parameters of the next turn; `model` is the thread's own. `onSent` is to be called when Codex has them. */
  nextTurn(model: string | null): { params: object; onSent(): void } {
    const settings = this.#current;
    const modeModel = settings.model ?? model;
    return {
      params: {
        ...(this.#unsent.rest ? turnParams(settings) : {}),
        ...(settings.variant === null ? {} : { effort: settings.variant }),
        ...(this.#unsent.mode && modeModel !== null
          ? { collaborationMode: collaborationMode(settings, modeModel) }
          : {}),
      },
      onSent: () => {
        // Unless they have changed again meanwhile.
        if (this.#current === settings) this.#unsent = { mode: false, rest: false };
      },
    };
  }
}
