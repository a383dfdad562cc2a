import type { Batch, EventLog, StateChange } from '../log/index.js';
import { Channel } from './channel.js';
import type { Reader, ReaderOptions } from './reader.js';

/** Shows what is committed: replay from the log, then live, without a seam. */
export class Hub {
  private readonly channels = new Map<string, Channel>();

  constructor(private readonly log: EventLog) {}

  /** Makes a session known, as far as its log has got. */
  open(sessionId: string, committed: number, ended: boolean): void {
    if (!this.channels.has(sessionId)) {
      this.channels.set(sessionId, new Channel(this.log, sessionId, committed, ended));
    }
  }

  publish(batch: Batch): void {
    this.channel(batch.sessionId).publish(batch);
  }

  /** The machine's value changed without an event: told to those who are there, and kept by nobody. */
  notify(sessionId: string, change: StateChange): void {
    this.channels.get(sessionId)?.notify(change);
  }

  /** Something beside the events, for those who follow the machine: kept by nobody here. */
  tell(sessionId: string, method: string, params: unknown): void {
    this.channels.get(sessionId)?.tell(method, params);
  }

  /** The session has ended: its readers are told once they have all of it. */
  end(sessionId: string): void {
    this.channel(sessionId).end();
  }

  /** The session was deleted. */
  drop(sessionId: string): void {
    this.channels.get(sessionId)?.abandon();
    this.channels.delete(sessionId);
  }

  committed(sessionId: string): number {
    return this.channel(sessionId).committed;
  }

  subscribe(sessionId: string, options: ReaderOptions): Reader {
    return this.channel(sessionId).subscribe(options);
  }

  /** Whether every reader has all that is committed. */
  get isInStep(): boolean {
    for (const channel of this.channels.values()) if (!channel.isInStep) return false;
    return true;
  }

  /** The daemon stops: nothing more will be shown, and all readers are told so. */
  dismiss(): void {
    for (const channel of this.channels.values()) channel.dismiss();
  }

  get readers(): number {
    let count = 0;
    for (const channel of this.channels.values()) count += channel.size;
    return count;
  }

  private channel(sessionId: string): Channel {
    const channel = this.channels.get(sessionId);
    if (!channel) throw new Error(`the hub does not know session ${sessionId}`);
    return channel;
  }
}
