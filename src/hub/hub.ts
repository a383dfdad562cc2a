import type { EventLog } from '../log/index.js';
import { Channel } from './channel.js';
import type { Reader, ReaderOptions } from './reader.js';

type Log = Pick<EventLog, 'read' | 'follow'>;

/** Follows the log and delivers committed events to readers: replay, then live, without a gap. */
export class Hub {
  readonly #channels = new Map<string, Channel>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Registers a session and follows its log from its last event on. */
  open(sessionId: string, committed: number, ended: boolean): void {
    if (this.#channels.has(sessionId)) return;
    const channel = new Channel(this.#log, sessionId, committed, ended);
    this.#channels.set(sessionId, channel);
    channel.follow();
  }

  /** Sends a notification that is not an event to the readers that follow the machine. It is not stored. */
  notify(sessionId: string, name: string, params: unknown): void {
    this.#channels.get(sessionId)?.notify(name, params);
  }

  /** The session has ended; its readers are notified once they have all events. */
  end(sessionId: string): void {
    this.#channel(sessionId).end();
  }

  drop(sessionId: string): void {
    this.#channels.get(sessionId)?.onDeleted();
    this.#channels.delete(sessionId);
  }

  committed(sessionId: string): number {
    return this.#channel(sessionId).committed;
  }

  subscribe(sessionId: string, options: ReaderOptions): Reader {
    return this.#channel(sessionId).subscribe(options);
  }

  /** Whether every reader has received all committed events. */
  get isInStep(): boolean {
    for (const channel of this.#channels.values()) if (!channel.isInStep) return false;
    return true;
  }

  /** Ends all readers, because the daemon is stopping. */
  dismiss(): void {
    for (const channel of this.#channels.values()) channel.dismiss();
  }

  get readers(): number {
    let count = 0;
    for (const channel of this.#channels.values()) count += channel.size;
    return count;
  }

  #channel(sessionId: string): Channel {
    const channel = this.#channels.get(sessionId);
    if (!channel) throw new Error(`unknown session ${sessionId}`);
    return channel;
  }
}
