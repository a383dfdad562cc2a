import {
  type GreenroomClient,
  type GreenroomError,
  type Refusal,
  type SessionInfo,
  type StateValue,
  Transcript,
  type UniversalEvent,
} from '../../client/index.js';
import { Listeners } from './listeners.js';

export type Phase = 'loading' | 'live' | 'failed';

/**
 * All that the page knows of one session. Events are folded in as they come; those who look are told once a frame, so
 * that thousands of deltas a second are a few dozen renderings.
 */
export class SessionStore {
  /** Every event so far: `events[n]` is the one of sequence `n + 1`. Only ever appended to. */
  readonly events: UniversalEvent[] = [];
  readonly transcript = new Transcript();
  session: SessionInfo | null = null;
  /** The machine's value now. */
  state: StateValue | null = null;
  /** The state of the agent's process now; null where it is not known. */
  agent: string | null = null;
  /** What the session did not take lately, oldest first; another list when it changes. */
  refusals: readonly Refusal[] = [];
  phase: Phase = 'loading';
  error: GreenroomError | null = null;
  readonly #all = new Listeners();
  readonly #rows = new Map<string, Listeners>();
  readonly #dirty = new Set<string>();
  #frame: number | null = null;
  #close: () => void;

  constructor(
    readonly client: GreenroomClient,
    readonly sessionId: string,
  ) {
    const subscription = client.subscribe(
      sessionId,
      {
        event: (event) => this.#take(event),
        session: (session) => {
          this.#set({ session });
          this.#readRefusals();
        },
        state: (state) => this.#set({ state }),
        agent: (agent) => this.#set({ agent }),
        refused: (refusal) => this.#set({ refusals: withRefusal(this.refusals, refusal) }),
        caughtUp: () => this.#set({ phase: 'live' }),
        failed: (error) => this.#set({ phase: 'failed', error }),
      },
      { includeState: true },
    );
    const unwatch = client.watchSessions({
      list: () => {},
      opened: () => {},
      changed: (session) => session.sessionId === sessionId && this.#set({ session }),
      closed: () => {},
    });
    this.#close = () => {
      unwatch();
      subscription.close();
    };
  }

  close(): void {
    this.#close();
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
  }

  /** Told once a frame, whatever has changed. */
  readonly subscribe = (listener: () => void): (() => void) => this.#all.add(listener);

  /** Told once a frame, where that row of the transcript has changed. */
  subscribeRow(key: string, listener: () => void): () => void {
    let listeners = this.#rows.get(key);
    if (!listeners) {
      listeners = new Listeners();
      this.#rows.set(key, listeners);
    }
    return listeners.add(listener);
  }

  #take(event: UniversalEvent): void {
    this.events.push(event);
    const row = this.transcript.apply(event);
    if (row) this.#dirty.add(row.key);
    this.#schedule();
  }

  /** Those from before this connection. What is told meanwhile comes on top. */
  #readRefusals(): void {
    this.refusals = [];
    this.client.http.refusals(this.sessionId).then(
      ({ refusals }) => this.#set({ refusals: this.refusals.reduce(withRefusal, refusals) }),
      () => {},
    );
  }

  #set(
    change: Partial<Pick<SessionStore, 'session' | 'state' | 'agent' | 'refusals' | 'phase' | 'error'>>,
  ): void {
    Object.assign(this, change);
    this.#schedule();
  }

  #schedule(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      const dirty = [...this.#dirty];
      this.#dirty.clear();
      this.#all.tell();
      for (const key of dirty) this.#rows.get(key)?.tell();
    });
  }
}

/** One that is there already has been counted up. */
function withRefusal(refusals: readonly Refusal[], refusal: Refusal): readonly Refusal[] {
  return [...refusals.filter(({ number }) => number !== refusal.number), refusal];
}
