import type { SessionInfo } from '../schema/index.js';
import type { Clock, SessionHost } from '../sessions/index.js';

/** A streaming session changes with every tick; a list of sessions needs no more updates than this. */
const PAUSE_MS = 250;

type PauseClock = Pick<Clock, 'setTimeout' | 'clearTimeout'>;
type Listener = (session: SessionInfo) => void;

/** Reports changed sessions at once, and then at most once per interval. */
export class SessionChanges {
  readonly #host: SessionHost;
  readonly #clock: PauseClock;
  readonly #listeners = new Set<Listener>();
  /** Recently reported sessions, and whether they have changed since. */
  readonly #pausing = new Map<string, { timer: unknown; isDue: boolean }>();

  constructor(host: SessionHost, clock: PauseClock = { setTimeout, clearTimeout }) {
    this.#host = host;
    this.#clock = clock;
    host.on('changed', (id) => this.#changed(id));
    // Registered before other listeners: the final state of a session is reported before its end.
    host.on('closed', ({ sessionId, reason }) => this.#closed(sessionId, reason));
  }

  follow(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #changed(id: string): void {
    if (this.#listeners.size === 0) return;
    const pause = this.#pausing.get(id);
    if (pause) pause.isDue = true;
    else this.#report(id);
  }

  #closed(id: string, reason: 'ended' | 'deleted'): void {
    const pause = this.#pausing.get(id);
    if (pause) this.#clock.clearTimeout(pause.timer as NodeJS.Timeout);
    this.#pausing.delete(id);
    if (reason === 'ended') this.#announce(id);
  }

  #report(id: string): void {
    this.#announce(id);
    const timer = this.#clock.setTimeout(() => {
      const isDue = this.#pausing.get(id)?.isDue;
      this.#pausing.delete(id);
      if (isDue) this.#report(id);
    }, PAUSE_MS) as unknown;
    (timer as Partial<NodeJS.Timeout>).unref?.();
    this.#pausing.set(id, { timer, isDue: false });
  }

  #announce(id: string): void {
    if (this.#listeners.size === 0) return;
    const session = this.#host.info(id);
    for (const listener of this.#listeners) listener(session);
  }
}
