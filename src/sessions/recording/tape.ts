import type { LongValue } from '../../log/index.js';
import type { RecordedInput } from '../../schema/index.js';
import { randomId } from '../ids.js';
import { cutText } from '../text-cut.js';

/** An input that the events do not tell. */
export type TapeEntry = RecordedInput extends infer I
  ? I extends { type: 'payload' }
    ? Omit<I, 'text'> & { text?: string; valueId?: string; event?: number; after: number; isSplit?: true }
    : I & { after: number }
  : never;

type Payload = Extract<TapeEntry, { type: 'payload' }>;

const PART_CHARS = 512 * 1024;
/** Messages without an effect that are longer are not kept. */
const IDLE_CHARS = 16 * 1024;

/** A native payload, and what became of it. */
export interface NewPayload {
  text: string;
  unread?: string | undefined;
  diffs?: (string | null)[] | undefined;
  /** Its drafts are passed on piece by piece, between other inputs. */
  isSplit?: boolean | undefined;
  /** The long value that has its text. */
  valueId?: string | undefined;
  /** Nothing followed from it: no draft, no other state. */
  isIdle: boolean;
  /** It could not be understood. There may be any number of them. */
  isJunk: boolean;
}

/** There may be very many of them, of which most become no entry: nothing is formatted before. */
class PendingPayload {
  readonly payload: NewPayload;
  readonly at: number;
  readonly after: number;
  /** The event that has it as its raw. */
  event = 0;
  /** Its text is the raw of the event, or the raw refers to it. */
  isWhole = false;
  /** The event before has the same raw. */
  isRepeated = false;

  constructor(payload: NewPayload, at: number, after: number) {
    this.payload = payload;
    this.at = at;
    this.after = after;
  }

  /** Null if the events tell it completely, or nothing tells it and nobody needs it. */
  entry(after: number): Payload | null {
    const { unread, diffs, isSplit, isJunk, text, valueId } = this.payload;
    const isPlain = diffs === undefined && unread === undefined;
    if (this.event === 0 ? isJunk : this.isWhole && !this.isRepeated && isPlain) return null;
    return {
      type: 'payload',
      at: new Date(this.at).toISOString(),
      ...(valueId === undefined ? (this.isWhole ? {} : { text }) : { valueId }),
      ...(unread === undefined ? {} : { unread }),
      ...(diffs === undefined ? {} : { diffs }),
      ...(isSplit ? { isSplit } : {}),
      ...(this.event === 0 ? {} : { event: this.event }),
      after,
    };
  }
}

export interface TapeOptions {
  now(): number;
  /** The sequence of the last event. */
  sequence(): number;
  keep(value: LongValue): void;
}

/**
 * What a session takes in besides what its events have as `raw`: commands, notices, and payloads that led to no event.
 * Together they are a recording. It is kept in the log as a long value, a part per commit.
 */
export class Tape {
  /** The name of the long value, one per session and daemon. */
  readonly name = `tape_${randomId(16)}`;
  readonly #options: TapeOptions;
  #pending: (PendingPayload | TapeEntry)[] = [];
  /** From here on, payloads wait for their events. */
  #next = 0;
  #parts = 0;
  /** The payload of the last event. */
  #told: string | null = null;

  constructor(options: TapeOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#parts === 0;
  }

  session(input: object): void {
    this.#add({ type: 'session', input: { ...input }, after: 0 });
  }

  process(roots: readonly string[]): void {
    this.#add({ type: 'process', roots: [...roots], after: this.#options.sequence() });
  }

  notice(notice: object, diffs?: (string | null)[]): void {
    this.#add({
      type: 'notice',
      at: new Date(this.#options.now()).toISOString(),
      notice: { ...notice },
      ...(diffs === undefined ? {} : { diffs }),
      after: this.#options.sequence(),
    });
  }

  /** What a payload leads to besides its translation precedes its own events, so it comes before the payload. */
  input(input: { type: string; at: string }): void {
    const entry: TapeEntry = { type: 'input', input, after: this.#options.sequence() };
    const last = this.#pending.at(-1);
    const isWithin = input.type.startsWith('draft.') && this.#pending.length > this.#next;
    if (isWithin && last instanceof PendingPayload) this.#pending.splice(-1, 0, entry);
    else this.#add(entry);
  }

  payload(payload: NewPayload): void {
    if (payload.isIdle && payload.text.length > IDLE_CHARS) return;
    const { now, sequence } = this.#options;
    this.#pending.push(new PendingPayload(payload, now(), sequence()));
  }

  /** The latest payload was dropped: it must take no room. */
  withdraw(text: string): void {
    const last = this.#pending.at(-1);
    if (this.#pending.length <= this.#next || !(last instanceof PendingPayload)) return;
    if (last.payload.text === text && !last.payload.isSplit) this.#pending.pop();
  }

  /** An event was published with this payload. */
  told(sequence: number, raw: string): void {
    for (let i = this.#next; i < this.#pending.length; i++) {
      const pending = this.#pending[i]!;
      if (!(pending instanceof PendingPayload)) continue;
      const { text, isSplit } = pending.payload;
      if (isSplit || !isOf(raw, text)) continue;
      pending.event = sequence;
      pending.isRepeated = raw === this.#told;
      pending.isWhole = raw === text || isReference(raw);
      this.#told = raw;
      this.#next = i + 1;
      return;
    }
  }

  /** Hands over what has been taken in since the last time. */
  flush(): void {
    if (this.#pending.length === 0) return;
    let after = 0;
    let lines = '';
    for (const pending of this.#pending) {
      after = Math.max(after, pending.after);
      if (pending instanceof PendingPayload) after = Math.max(after, pending.event);
      const entry = pending instanceof PendingPayload ? pending.entry(after) : { ...pending, after };
      if (entry !== null) lines += `${JSON.stringify(entry)}\n`;
    }
    this.#pending = [];
    this.#next = 0;
    if (lines === '') return;
    for (const content of cutText(lines, PART_CHARS))
      this.#options.keep({ valueId: this.name, part: this.#parts++, content });
  }

  #add(entry: TapeEntry): void {
    this.#pending.push(entry);
  }
}

/** Whether an event's raw is of this payload: as it is, as JSON text, or as a reference since it is too long. */
function isOf(raw: string, text: string): boolean {
  if (raw === text) return true;
  if (raw.startsWith('"')) return raw === JSON.stringify(text);
  return isReference(raw) && text.length > raw.length * 100;
}

export function isReference(raw: string): boolean {
  return raw.startsWith('{"truncated":true,"bytes":');
}
