import type { EventOf, Refusal, UniversalEvent } from '../../client/index.js';
import { type Kind, kindOf } from './kinds.js';
import { summaryOf } from './summary.js';

export interface EventRow {
  kind: 'event';
  event: UniversalEvent;
  /** Whether it is part of an expanded run. */
  isInRun: boolean;
}

/** Consecutive deltas of one item. Grows in place. */
export interface RunRow {
  kind: 'run';
  itemId: string;
  first: EventOf<'item.delta'>;
  last: EventOf<'item.delta'>;
  count: number;
  /** The beginning of their text. */
  text: string;
  isOpen: boolean;
}

export interface RefusalRow {
  kind: 'refusal';
  refusal: Refusal;
}

export type TimelineRow = EventRow | RunRow | RefusalRow;

export interface Filter {
  /** Empty for all. */
  kinds: ReadonlySet<Kind>;
  /** Lower case. */
  text: string;
}

const MAX_PREVIEW_LENGTH = 160;

/** The events of a session as rows. Append-only, so that thousands of events per second are cheap. */
export class TimelineRows {
  readonly rows: TimelineRow[] = [];
  #processed = 0;
  #run: RunRow | null = null;
  readonly #refusals = new Map<number, Refusal[]>();

  readonly #filter: Filter;
  readonly #open: ReadonlySet<number>;

  /** `open`: the expanded runs, by their first sequence. */
  constructor(filter: Filter, open: ReadonlySet<number>, refusals: readonly Refusal[]) {
    this.#filter = filter;
    this.#open = open;
    for (const refusal of refusals) {
      const others = this.#refusals.get(refusal.sequence) ?? [];
      this.#refusals.set(refusal.sequence, [...others, refusal]);
    }
  }

  /** Adds the events that are new. `events` always begin with the same one. */
  catchUp(events: readonly UniversalEvent[]): readonly TimelineRow[] {
    const first = events[0]?.sequence ?? 0;
    if (this.#processed === 0 && first === 1) this.#addRefusals(0);
    for (; this.#processed < events.length; this.#processed++) {
      const event = events[this.#processed]!;
      if (event.type === 'item.delta') this.#addDelta(event);
      else this.#addEvent(event);
      this.#addRefusals(event.sequence);
    }
    return this.rows;
  }

  #addEvent(event: UniversalEvent): void {
    this.#run = null;
    if (this.#matchesKind(kindOf(event.type)) && this.#matchesText(`${event.type} ${summaryOf(event)}`)) {
      this.rows.push({ kind: 'event', event, isInRun: false });
    }
  }

  #addDelta(event: EventOf<'item.delta'>): void {
    if (!this.#matchesKind('delta') || !this.#matchesText(`item.delta ${event.data.delta}`)) return;
    const { item_id, delta } = event.data;
    let run = this.#run;
    if (run?.itemId === item_id) {
      run.last = event;
      run.count++;
      if (run.text.length < MAX_PREVIEW_LENGTH) run.text += delta;
    } else {
      const isOpen = this.#open.has(event.sequence);
      run = { kind: 'run', itemId: item_id, first: event, last: event, count: 1, text: delta, isOpen };
      this.#run = run;
      this.rows.push(run);
    }
    if (run.isOpen) this.rows.push({ kind: 'event', event, isInRun: true });
  }

  #addRefusals(sequence: number): void {
    for (const refusal of this.#refusals.get(sequence) ?? []) {
      const { input, subject, reason } = refusal;
      if (!this.#matchesKind('refused') || !this.#matchesText(`${input} ${subject} ${reason}`)) continue;
      this.#run = null;
      this.rows.push({ kind: 'refusal', refusal });
    }
  }

  #matchesKind(kind: Kind): boolean {
    return this.#filter.kinds.size === 0 || this.#filter.kinds.has(kind);
  }

  #matchesText(text: string): boolean {
    return this.#filter.text === '' || text.toLowerCase().includes(this.#filter.text);
  }
}

/** The sequence of a row's last event. */
export function sequenceOf(row: TimelineRow): number {
  if (row.kind === 'refusal') return row.refusal.sequence;
  return row.kind === 'run' ? row.last.sequence : row.event.sequence;
}

function firstOf(row: TimelineRow): number {
  return row.kind === 'run' ? row.first.sequence : sequenceOf(row);
}

/** The index of the row that shows an event, else of the last one before it; -1 if there is none. */
export function rowAt(rows: readonly TimelineRow[], sequence: number): number {
  let low = -1;
  let high = rows.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (firstOf(rows[middle]!) <= sequence) low = middle;
    else high = middle - 1;
  }
  // Refusals are placed after the event they followed.
  while (low > 0 && rows[low]!.kind === 'refusal' && sequenceOf(rows[low - 1]!) === sequenceOf(rows[low]!))
    low--;
  return low;
}

/** The number of events of each kind, counted incrementally. */
export class KindCounts {
  readonly counts: Partial<Record<Kind, number>> = {};
  #processed = 0;

  catchUp(events: readonly UniversalEvent[]): Partial<Record<Kind, number>> {
    for (; this.#processed < events.length; this.#processed++) {
      const kind = kindOf(events[this.#processed]!.type);
      this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    }
    return this.counts;
  }
}
