import type { DataOf, Effect, EventSource, EventType, UniversalEvent } from '../../src/schema/index.js';
import type { Memory, OpenItem, SessionContext } from './context.js';
import { type Entry, evolve } from './evolve.js';
import type { MoreDelta } from './inputs.js';

/** A draft that nothing follows from, and why. */
export interface Drop {
  /** The draft's own name for what it is about; null where it has none. */
  subject: string | null;
  reason: string;
}

/**
 * Writes down what is decided on one input: the events, in order, numbered; the effects; what to remember. It looks
 * at the context as it will be after what it wrote so far, so that a decision of several steps reads naturally.
 */
export class Scribe {
  readonly entries: Entry[] = [];
  readonly effects: Effect[] = [];
  /** Why nothing follows from the input, where it is dropped. */
  dropped: Drop | null = null;
  private readonly memory: Partial<SessionContext> = {};

  constructor(
    public context: SessionContext,
    private readonly at: string,
    /** The native payload that is being ruled upon. */
    public raw: string | null = null,
  ) {}

  /** Where the next item, turn or request gets its name from. */
  name(prefix: 'itm' | 'turn' | 'perm' | 'ques', number: number): string {
    return `${prefix}_${this.context.input.uid}_${number}`;
  }

  write<T extends EventType>(type: T, data: DataOf<T>, source: EventSource, key?: string): void {
    const event = this.event(this.context.sequence + 1, type, data, source);
    const entry: Entry = { type, event, raw: this.raw, ...(key === undefined ? {} : { key }) };
    this.entries.push(entry);
    this.context = evolve(this.context, entry);
  }

  /** Deltas of one open item. For what follows from them they are one delta, that ends where the last one does. */
  stream(item: OpenItem, deltas: readonly MoreDelta[]): void {
    const { id, native, key } = item;
    let { sequence } = this.context;
    let text = '';
    const data = (delta: string) => ({ item_id: id, native_item_id: native, delta });
    for (const { delta, raw } of deltas) {
      if (delta === '') continue;
      text += delta;
      const event = this.event(++sequence, 'item.delta', data(delta), 'agent');
      this.entries.push({ type: 'item.delta', event, raw, key });
    }
    const event = this.event(sequence, 'item.delta', data(text), 'agent');
    this.context = evolve(this.context, { type: 'item.delta', event, raw: null, key });
  }

  private event<T extends EventType>(
    sequence: number,
    type: T,
    data: DataOf<T>,
    source: EventSource,
  ): UniversalEvent {
    const { input, time, nativeSessionId } = this.context;
    return {
      event_id: `evt_${input.uid}_${sequence}`,
      sequence,
      time: later(this.at, time),
      session_id: input.sessionId,
      native_session_id: nativeSessionId,
      synthetic: source === 'daemon',
      source,
      type,
      data,
      raw: null,
    } as unknown as UniversalEvent;
  }

  /** The first reason counts: all of a run of deltas are dropped for the same one. */
  drop(subject: string | null, reason: string): void {
    this.dropped ??= { subject, reason };
  }

  effect(effect: Effect): void {
    this.effects.push(effect);
  }

  remember(memory: Partial<Memory & Pick<SessionContext, 'keys'>>): void {
    Object.assign(this.memory, memory);
    this.context = { ...this.context, ...memory };
  }

  /** The provider's id for the session: all events from now on carry it. */
  nativeSession(id: string | null | undefined): void {
    if (id) this.context = { ...this.context, nativeSessionId: id };
  }

  /** What the machine must assign by itself, since no event tells it. */
  get remembered(): Partial<SessionContext> {
    return { ...this.memory, nativeSessionId: this.context.nativeSessionId };
  }
}

/** Clocks are set back now and then; a session's time is not. */
function later(a: string, b: string): string {
  if (a < b) return b;
  return a;
}
