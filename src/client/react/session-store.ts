import {
  type GreenroomClient,
  type GreenroomError,
  type PermissionRow,
  type QuestionRow,
  type Refusal,
  type Session,
  type SessionInfo,
  type SessionQueue,
  type StateValue,
  Transcript,
  type UniversalEvent,
} from '../index.js';
import { onNextFrame } from './frame.js';
import { Listeners } from './listeners.js';

export type Phase = 'loading' | 'live' | 'failed';

/**
 * Everything a page knows about one session. Events are applied as they arrive; listeners are notified once per frame,
 * so that thousands of deltas per second cause only a few dozen renders.
 */
export class SessionStore {
  readonly client: GreenroomClient;
  readonly sessionId: string;
  readonly handle: Session;
  /** All events so far, append-only: `events[n]` has sequence `n + 1`. */
  readonly events: UniversalEvent[] = [];
  readonly transcript = new Transcript();
  session: SessionInfo | null = null;
  /** The machine's current state value. */
  state: StateValue | null = null;
  /** The current value of the agent-process machine; null if unknown. */
  agent: StateValue | null = null;
  /** The messages that wait for the running turn to end. */
  queue: SessionQueue = { revision: 0, entries: [] };
  /** Recent refusals, oldest first; replaced when it changes. */
  refusals: readonly Refusal[] = [];
  /** The pending requests, oldest first; replaced when it changes. */
  requests: readonly (PermissionRow | QuestionRow)[] = [];
  phase: Phase = 'loading';
  error: GreenroomError | null = null;
  readonly #all = new Listeners();
  readonly #rows = new Map<string, Listeners>();
  readonly #dirty = new Set<string>();
  #cancelFrame: (() => void) | null = null;
  #close: () => void;

  constructor(client: GreenroomClient, sessionId: string) {
    this.client = client;
    this.sessionId = sessionId;
    this.handle = client.session(sessionId);
    const subscription = this.handle.subscribe(
      {
        event: (event) => this.#addEvent(event),
        session: (session) => {
          this.#set({ session });
          this.#readRefusals();
        },
        state: (state) => this.#set({ state }),
        agent: (agent) => this.#set({ agent }),
        queue: (queue) => this.#set({ queue }),
        refused: (refusal) => this.#set({ refusals: withRefusal(this.refusals, refusal) }),
        caughtUp: () => this.#set({ phase: 'live' }),
        failed: (error) => this.#set({ phase: 'failed', error }),
      },
      { includeState: true },
    );
    const unwatch = client.sessions.watch({
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
    this.#cancelFrame?.();
  }

  /** Notifies at most once per frame, on any change. */
  readonly subscribe = (listener: () => void): (() => void) => this.#all.add(listener);

  /** Notifies at most once per frame, on changes to one row of the transcript. */
  subscribeRow(key: string, listener: () => void): () => void {
    let listeners = this.#rows.get(key);
    if (!listeners) {
      listeners = new Listeners();
      this.#rows.set(key, listeners);
    }
    return listeners.add(listener);
  }

  /** Reads the queue anew, after a change that it refused. */
  async readQueue(): Promise<void> {
    this.#set({ queue: await this.handle.queue() });
  }

  #addEvent(event: UniversalEvent): void {
    this.events.push(event);
    const row = this.transcript.apply(event);
    if (row) this.#dirty.add(row.key);
    if (row?.type === 'permission' || row?.type === 'question') this.requests = pendingOf(this.transcript);
    this.#schedule();
  }

  /** Loads the refusals from before this connection; those that arrive meanwhile are appended. */
  #readRefusals(): void {
    this.refusals = [];
    this.handle.refusals().then(
      (refusals) => this.#set({ refusals: this.refusals.reduce(withRefusal, refusals) }),
      () => {},
    );
  }

  #set(
    change: Partial<
      Pick<SessionStore, 'session' | 'state' | 'agent' | 'queue' | 'refusals' | 'phase' | 'error'>
    >,
  ): void {
    Object.assign(this, change);
    this.#schedule();
  }

  #schedule(): void {
    this.#cancelFrame ??= onNextFrame(() => {
      this.#cancelFrame = null;
      const dirty = [...this.#dirty];
      this.#dirty.clear();
      this.#all.notify();
      for (const key of dirty) this.#rows.get(key)?.notify();
    });
  }
}

function pendingOf({ pendingPermissions, pendingQuestions }: Transcript): (PermissionRow | QuestionRow)[] {
  return [...pendingPermissions.values(), ...pendingQuestions.values()].sort(
    (a, b) => a.sequence - b.sequence,
  );
}

/** A known refusal is replaced: its count has gone up. */
function withRefusal(refusals: readonly Refusal[], refusal: Refusal): readonly Refusal[] {
  return [...refusals.filter(({ number }) => number !== refusal.number), refusal];
}
