import type { SessionInfo } from '../schema/index.js';
import type { Clock, Host } from '../sessions/index.js';

/** A session that streams changes with every tick; a list of sessions needs no more than this. */
const PAUSE_MS = 250;

type Listener = (session: SessionInfo) => void;

/** Tells of sessions that changed: at once, then no sooner than after a pause. */
export class SessionChanges {
  private readonly listeners = new Set<Listener>();
  /** The sessions that were told of a moment ago, and whether there is more to tell. */
  private readonly pausing = new Map<string, { timer: unknown; isDue: boolean }>();

  constructor(
    private readonly host: Host,
    private readonly clock: Pick<Clock, 'setTimeout' | 'clearTimeout'> = { setTimeout, clearTimeout },
  ) {
    host.on('changed', (id) => this.changed(id));
    // Before others hear that it closed: what it was in the end comes first.
    host.on('closed', ({ sessionId, reason }) => this.closed(sessionId, reason));
  }

  follow(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private changed(id: string): void {
    if (this.listeners.size === 0) return;
    const pause = this.pausing.get(id);
    if (pause) pause.isDue = true;
    else this.tell(id);
  }

  private closed(id: string, reason: 'ended' | 'deleted'): void {
    const pause = this.pausing.get(id);
    if (pause) this.clock.clearTimeout(pause.timer as NodeJS.Timeout);
    this.pausing.delete(id);
    if (reason === 'ended') this.announce(id);
  }

  private tell(id: string): void {
    this.announce(id);
    const timer = this.clock.setTimeout(() => {
      const isDue = this.pausing.get(id)?.isDue;
      this.pausing.delete(id);
      if (isDue) this.tell(id);
    }, PAUSE_MS) as unknown;
    (timer as Partial<NodeJS.Timeout>).unref?.();
    this.pausing.set(id, { timer, isDue: false });
  }

  private announce(id: string): void {
    if (this.listeners.size === 0) return;
    const session = this.host.info(id);
    for (const listener of this.listeners) listener(session);
  }
}
