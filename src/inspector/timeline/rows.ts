import type { EventOf, Refusal, UniversalEvent } from '../../client/index.js';
import { type Kind, kindOf } from './kinds.js';
import { summaryOf } from './summary.js';

export interface EventRow {
  kind: 'event';
  event: UniversalEvent;
  /** Of a run that is shown in full. */
  isOfRun: boolean;
}

/** Deltas of one item that came one after the other. Grows while they come. */
export interface RunRow {
  kind: 'run';
  itemId: string;
  first: EventOf<'item.delta'>;
  last: EventOf<'item.delta'>;
  count: number;
  /** The beginning of what they say. */
  text: string;
  isOpen: boolean;
}

export interface RefusalRow {
  kind: 'refusal';
  refusal: Refusal;
}

export type TimelineRow = EventRow | RunRow | RefusalRow;

export interface Filter {
  /** Empty: all. */
  kinds: ReadonlySet<Kind>;
  /** Lower case. */
  text: string;
}

const TEXT = 160;

/** The events of a session as rows. Only ever appended to, so that thousands of events a second cost little. */
export class TimelineRows {
  readonly rows: TimelineRow[] = [];
  #taken = 0;
  #run: RunRow | null = null;
  readonly #refusals = new Map<number, Refusal[]>();

  constructor(
    private readonly filter: Filter,
    /** The runs that are shown in full, by their first sequence. */
    private readonly open: ReadonlySet<number>,
    refusals: readonly Refusal[],
  ) {
    for (const refusal of refusals) {
      const others = this.#refusals.get(refusal.sequence) ?? [];
      this.#refusals.set(refusal.sequence, [...others, refusal]);
    }
    this.#takeRefusals(0);
  }

  /** Takes in the events that it has not seen. They are a session's, from the first one on. */
  catchUp(events: readonly UniversalEvent[]): readonly TimelineRow[] {
    for (; this.#taken < events.length; this.#taken++) {
      const event = events[this.#taken]!;
      if (event.type === 'item.delta') this.#takeDelta(event);
      else this.#takeEvent(event);
      this.#takeRefusals(event.sequence);
    }
    return this.rows;
  }

  #takeEvent(event: UniversalEvent): void {
    this.#run = null;
    if (this.#shows(kindOf(event.type)) && this.#finds(`${event.type} ${summaryOf(event)}`)) {
      this.rows.push({ kind: 'event', event, isOfRun: false });
    }
  }

  #takeDelta(event: EventOf<'item.delta'>): void {
    if (!this.#shows('delta') || !this.#finds(`item.delta ${event.data.delta}`)) return;
    const { item_id, delta } = event.data;
    let run = this.#run;
    if (run?.itemId === item_id) {
      run.last = event;
      run.count++;
      if (run.text.length < TEXT) run.text += delta;
    } else {
      const isOpen = this.open.has(event.sequence);
      run = { kind: 'run', itemId: item_id, first: event, last: event, count: 1, text: delta, isOpen };
      this.#run = run;
      this.rows.push(run);
    }
    if (run.isOpen) this.rows.push({ kind: 'event', event, isOfRun: true });
  }

  #takeRefusals(sequence: number): void {
    for (const refusal of this.#refusals.get(sequence) ?? []) {
      const { input, subject, reason } = refusal;
      if (!this.#shows('refused') || !this.#finds(`${input} ${subject} ${reason}`)) continue;
      this.#run = null;
      this.rows.push({ kind: 'refusal', refusal });
    }
  }

  #shows(kind: Kind): boolean {
    return this.filter.kinds.size === 0 || this.filter.kinds.has(kind);
  }

  #finds(text: string): boolean {
    return this.filter.text === '' || text.toLowerCase().includes(this.filter.text);
  }
}

/** Where a row stands: the last event of it. */
export function sequenceOf(row: TimelineRow): number {
  if (row.kind === 'refusal') return row.refusal.sequence;
  return row.kind === 'run' ? row.last.sequence : row.event.sequence;
}

function firstOf(row: TimelineRow): number {
  return row.kind === 'run' ? row.first.sequence : sequenceOf(row);
}

/** The row that shows an event, or else the last one before it; -1 where there is none. */
export function rowAt(rows: readonly TimelineRow[], sequence: number): number {
  let low = -1;
  let high = rows.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (firstOf(rows[middle]!) <= sequence) low = middle;
    else high = middle - 1;
  }
  // What was refused stands after the event that it followed.
  while (low > 0 && rows[low]!.kind === 'refusal' && sequenceOf(rows[low - 1]!) === sequenceOf(rows[low]!))
    low--;
  return low;
}

/** How many there are of each kind. Only ever counts on. */
export class KindCounts {
  readonly counts: Partial<Record<Kind, number>> = {};
  #taken = 0;

  catchUp(events: readonly UniversalEvent[]): Partial<Record<Kind, number>> {
    for (; this.#taken < events.length; this.#taken++) {
      const kind = kindOf(events[this.#taken]!.type);
      this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    }
    return this.counts;
  }
}
