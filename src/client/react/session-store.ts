import {
  type GreenroomClient,
  GreenroomError,
  type PermissionRow,
  type Problem,
  type QuestionRow,
  type Refusal,
  type Session,
  type SessionInfo,
  type SessionQueue,
  type StateValue,
  type Subscription,
  type Transcript,
  type UniversalEvent,
} from '../index.js';
import { EventPages, PAGE } from './event-pages.js';
import { EventWindow } from './event-window.js';
import { onNextFrame } from './frame.js';
import { Listeners } from './listeners.js';
import { startBefore, TranscriptWindow } from './transcript-window.js';

export type Phase = 'loading' | 'live' | 'failed';

/** A page that missed more events than this, for instance while the machine slept, starts anew at the end. */
const MAX_GAP = 4 * PAGE;
const RETRY_MS = 500;
/** How many windows of the past are kept. */
const MAX_WINDOWS = 8;

/**
 * Everything a page knows about one session. It starts at the end: older events are loaded on demand. Events are applied
 * as they arrive; listeners are notified once per frame, so that thousands of deltas per second cause only a few dozen
 * renders.
 */
export class SessionStore {
  readonly client: GreenroomClient;
  readonly sessionId: string;
  readonly handle: Session;
  /** The events that are loaded. */
  pages: EventPages;
  /** The latest events, from which its machine is replayed; null until they are loaded. It grows with the session. */
  live: EventWindow | null = null;
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
  #window: TranscriptWindow;
  #subscription: Subscription | null = null;
  /** The events that arrive while the end is loaded; null from then on. */
  #arrived: UniversalEvent[] | null = [];
  #isOpening = false;
  #isClosed = false;
  readonly #unwatch: () => void;
  readonly #windows = new Map<number, Promise<EventWindow>>();

  constructor(client: GreenroomClient, sessionId: string) {
    this.client = client;
    this.sessionId = sessionId;
    this.handle = client.session(sessionId);
    this.pages = new EventPages(this.handle);
    this.#window = new TranscriptWindow(this.pages, () => this.#readRows());
    this.#unwatch = client.sessions.watch({
      list: () => {},
      opened: () => {},
      changed: (session) => session.sessionId === sessionId && this.#set({ session }),
      closed: (id, reason) => {
        if (id !== sessionId || reason !== 'deleted') return;
        this.#subscription?.close();
        this.#set({ phase: 'failed', error: new GreenroomError(deleted(sessionId)) });
      },
    });
    this.#begin();
  }

  /** The conversation: its end, and what was loaded of the rest. */
  get transcript(): Transcript {
    return this.#window.transcript;
  }

  /** The last event of the session. */
  get lastSequence(): number {
    return this.pages.last;
  }

  /** Whether there are older events than those of the transcript. */
  get hasOlder(): boolean {
    return this.#window.hasOlder;
  }

  /** Adds older events to the transcript, at least so many unless there are fewer. */
  loadOlder(count?: number): Promise<void> {
    return this.#window.loadOlder(count);
  }

  /** The events around one in the past. */
  windowAt(sequence: number): Promise<EventWindow> {
    const start = startBefore(Math.min(sequence, this.lastSequence));
    const known = this.#windows.get(start);
    if (known) return known;
    const window = this.#windowFrom(start, start + 2 * PAGE);
    this.#windows.set(start, window);
    window.catch(() => this.#windows.delete(start));
    if (this.#windows.size > MAX_WINDOWS) this.#windows.delete(this.#windows.keys().next().value!);
    return window;
  }

  async #windowFrom(start: number, to: number): Promise<EventWindow> {
    const { pages } = this;
    const [events, checkpoint] = await Promise.all([
      pages.range(start + 1, to),
      start > 0 ? pages.checkpoint(start) : null,
    ]);
    return new EventWindow(start, pages.loaded(start + 1, Math.min(to, pages.last)) ?? events, checkpoint);
  }

  close(): void {
    this.#isClosed = true;
    this.#unwatch();
    this.#subscription?.close();
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

  #begin(): void {
    this.#subscription = this.handle.subscribe(
      {
        event: (event) => this.#addEvent(event),
        session: (session) => {
          this.#set({ session });
          this.#readRefusals();
          // Not before the subscription is known.
          queueMicrotask(() => this.#connected(session));
        },
        state: (state) => this.#set({ state }),
        agent: (agent) => this.#set({ agent }),
        queue: (queue) => this.#set({ queue }),
        refused: (refusal) => this.#set({ refusals: withRefusal(this.refusals, refusal) }),
        failed: (error) => this.#set({ phase: 'failed', error }),
      },
      { includeState: true, after: 'latest' },
    );
  }

  #connected({ lastSequence }: SessionInfo): void {
    if (!this.#isOpening) void this.#open();
    else if (this.#arrived === null && lastSequence - this.pages.last > MAX_GAP) this.#beginAnew();
  }

  /** Loads the end of the session. */
  async #open(): Promise<void> {
    if (this.#isClosed) return;
    this.#isOpening = true;
    const { pages } = this;
    const first = this.#arrived?.[0]?.sequence;
    pages.last = first === undefined ? (this.#subscription?.lastSequence ?? 0) : first - 1;
    try {
      await this.#window.open(pages.last, () => pages === this.pages && this.#goLive());
    } catch (error) {
      if (pages === this.pages && !this.#isClosed) this.#openFailed(error as GreenroomError);
      return;
    }
    if (pages !== this.pages) return;
    this.#set({ phase: 'live' });
    // Without it, the machine is shown without its past.
    const live = await this.#windowFrom(startBefore(pages.last), Number.POSITIVE_INFINITY).catch(() => null);
    if (pages === this.pages) this.#set({ live });
  }

  #openFailed(error: GreenroomError): void {
    if (GreenroomError.is(error, 'disconnected', 'overloaded')) setTimeout(() => void this.#open(), RETRY_MS);
    else this.#set({ phase: 'failed', error });
  }

  #goLive(): void {
    const arrived = this.#arrived ?? [];
    this.#arrived = null;
    this.#readRows();
    for (const event of arrived) this.#addEvent(event);
  }

  /** What was missed is not played: the page starts at the end again. */
  #beginAnew(): void {
    this.#subscription?.close();
    this.pages = new EventPages(this.handle);
    this.#window = new TranscriptWindow(this.pages, () => this.#readRows());
    this.#windows.clear();
    this.live = null;
    this.#arrived = [];
    this.#isOpening = false;
    this.#begin();
  }

  #addEvent(event: UniversalEvent): void {
    if (this.#arrived !== null) {
      this.#arrived.push(event);
      return;
    }
    if (event.sequence <= this.transcript.lastSequence) return;
    this.pages.push(event);
    this.live?.events.push(event);
    const row = this.transcript.apply(event);
    if (row) this.#dirty.add(row.key);
    if (row?.type === 'permission' || row?.type === 'question') this.requests = pendingOf(this.transcript);
    this.#schedule();
  }

  /** After rows were added at the front: any may have changed. */
  #readRows(): void {
    this.requests = pendingOf(this.transcript);
    for (const key of this.#rows.keys()) this.#dirty.add(key);
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
      Pick<SessionStore, 'session' | 'state' | 'agent' | 'queue' | 'refusals' | 'phase' | 'error' | 'live'>
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

function deleted(sessionId: string): Problem {
  const detail = `session ${sessionId} was deleted`;
  return { type: 'urn:greenroom:error:session_not_found', title: 'Session not found', status: 404, detail };
}
