import type { DataOf, Effect, EventSource, EventType, UniversalEvent } from '../../src/schema/index.js';
import type { Memory, OpenItem, SessionContext } from './context.js';
import type { Digest } from './digest.js';
import { type Entry, evolve } from './evolve.js';
import type { MoreDelta } from './inputs.js';

/** A draft that has no effect, and why. */
export interface Drop {
  /** The draft's key for its subject, if it has one. */
  subject: string | null;
  reason: string;
}

/**
 * Collects the decision on one input: numbered events, effects, and memory. `context` always reflects what was written
 * so far, so a decision of several steps reads naturally.
 */
export class Scribe {
  readonly entries: Entry[] = [];
  readonly effects: Effect[] = [];
  /** Set if the input is dropped. */
  dropped: Drop | null = null;
  context: SessionContext;
  /** The native payload behind the input. */
  raw: string | null;
  /** The source of events that follow from a draft. */
  readonly source: EventSource;
  readonly #at: string;
  readonly #memory: Partial<SessionContext> = {};

  constructor(context: SessionContext, at: string, raw: string | null = null, source: EventSource = 'agent') {
    this.context = context;
    this.raw = raw;
    this.source = source;
    this.#at = at;
  }

  newId(prefix: 'itm' | 'turn' | 'perm' | 'ques', number: number): string {
    return `${prefix}_${this.context.input.uid}_${number}`;
  }

  write<T extends EventType>(
    type: T,
    data: DataOf<T>,
    source: EventSource,
    key?: string,
    before?: Digest,
  ): void {
    const event = this.#event(this.context.sequence + 1, type, data, source);
    const entry: Entry = { type, event, raw: this.raw, ...(key === undefined ? {} : { key }) };
    if (before) entry.before = before;
    this.entries.push(entry);
    this.context = evolve(this.context, entry);
  }

  /** Writes a run of deltas of one open item. The context takes them as a single delta. */
  stream(item: OpenItem, deltas: readonly MoreDelta[]): void {
    const { id, native, key } = item;
    let { sequence } = this.context;
    let text = '';
    const data = (delta: string) => ({ item_id: id, native_item_id: native, delta });
    for (const { delta, raw } of deltas) {
      if (delta === '') continue;
      text += delta;
      const event = this.#event(++sequence, 'item.delta', data(delta), this.source);
      this.entries.push({ type: 'item.delta', event, raw, key });
    }
    const event = this.#event(sequence, 'item.delta', data(text), this.source);
    this.context = evolve(this.context, { type: 'item.delta', event, raw: null, key });
  }

  #event<T extends EventType>(
    sequence: number,
    type: T,
    data: DataOf<T>,
    source: EventSource,
  ): UniversalEvent {
    const { input, time, nativeSessionId } = this.context;
    return {
      event_id: `evt_${input.uid}_${sequence}`,
      sequence,
      time: later(this.#at, time),
      session_id: input.sessionId,
      native_session_id: nativeSessionId,
      synthetic: source === 'daemon',
      source,
      type,
      data,
      raw: null,
    } as unknown as UniversalEvent;
  }

  /** Keeps the first reason: a run of deltas is dropped as a whole. */
  drop(subject: string | null, reason: string): void {
    this.dropped ??= { subject, reason };
  }

  effect(effect: Effect): void {
    this.effects.push(effect);
  }

  remember(memory: Partial<Memory & Pick<SessionContext, 'keys'>>): void {
    Object.assign(this.#memory, memory);
    this.context = { ...this.context, ...memory };
  }

  /** Events carry the provider's session id from now on. */
  setNativeSessionId(id: string | null | undefined): void {
    if (id) this.context = { ...this.context, nativeSessionId: id };
  }

  /** Changes that no event carries, for the machine to assign. */
  get remembered(): Partial<SessionContext> {
    return { ...this.#memory, nativeSessionId: this.context.nativeSessionId };
  }
}

/** System clocks may be set back; the time of a session never goes back. */
function later(a: string, b: string): string {
  if (a < b) return b;
  return a;
}
