import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Session } from './session.js';
import { Thread } from './thread.js';
import type { ToolEnd } from './tool.js';

/** Returns the sub-agent's report. */
export type Task = (agent: SubAgent) => Promise<string>;

export interface SubAgentOptions {
  id: string;
  /** The thread whose tool call started it. */
  parent: Thread;
  call: string;
  title: string;
  /** Whether it goes on when its parent ends. */
  isBackground: boolean;
}

/** One run of a sub-agent. */
export class SubAgent extends Thread {
  readonly parent: Thread;
  readonly isBackground: boolean;
  readonly #options: SubAgentOptions;
  #result: ToolEnd = { ok: false, output: 'Interrupted' };

  constructor(session: Session, options: SubAgentOptions) {
    super(session, options.id);
    this.parent = options.parent;
    this.isBackground = options.isBackground;
    this.#options = options;
  }

  /** Resolves with the result of the tool call, also if the sub-agent is interrupted. */
  run(task: Task): Promise<ToolEnd> {
    const { id, call, title, isBackground } = this.#options;
    const ended = new Promise<ToolEnd>((resolve) => {
      this.signal.addEventListener('abort', () => resolve(this.#result), { once: true });
    });
    this.session.addAgent(this);
    this.session.send({ type: 'agent_started', agent: id, call, title, background: isBackground });
    void this.#work(task);
    return ended;
  }

  async #work(task: Task): Promise<void> {
    try {
      // The turn that started a sub-agent in the background ends first.
      await nextIteration();
      const output = await task(this);
      this.#result = { ok: true, output };
    } catch (error) {
      if (!this.signal.aborted) this.#result = { ok: false, output: String(error) };
    }
    this.session.endAgent(this, this.#result.ok);
  }
}
