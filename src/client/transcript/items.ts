import type { ContentPart, UniversalItem } from '../../schema/index.js';
import { planOf } from '../vocabulary/index.js';
import { type ItemRow, joined, type Row } from './rows.js';

/** The items of a conversation, and how they refer to each other. */
export class Items {
  readonly byId = new Map<string, ItemRow>();
  /** Results by the call_id of their calls. */
  readonly results = new Map<string, ItemRow>();
  readonly children = new Map<string, ItemRow[]>();
  /** The latest plan of each thread; null is the main thread. */
  readonly plans = new Map<string | null, ItemRow>();
  /** Rows that continue an item before the first event. */
  #pieces: ItemRow[] = [];
  /** The deltas of items whose start is before the first event. */
  readonly #texts = new Map<string, string>();

  /** The row of the item that an item continues. */
  continuedBy({ continues }: UniversalItem): ItemRow | undefined {
    return continues == null ? undefined : this.byId.get(continues);
  }

  parentOf({ parent_id }: UniversalItem): ItemRow | undefined {
    return parent_id === null ? undefined : this.byId.get(parent_id);
  }

  add(row: ItemRow): void {
    this.byId.set(row.key, row);
    const parent = this.parentOf(row.item);
    if (parent) this.#adopt(parent, row);
    if (row.item.continues != null) this.#pieces.push(row);
    this.#noteResults(row);
  }

  addText(itemId: string, delta: string): void {
    this.#texts.set(itemId, (this.#texts.get(itemId) ?? '') + delta);
  }

  complete(row: ItemRow, item: UniversalItem, time: string): void {
    row.item = continued(row, item, joined(row.before, item.content));
    row.completedAt = time;
    this.#texts.delete(item.item_id);
    this.#noteResults(row);
    if (planOf(row.item) !== null) this.plans.set(row.item.thread_id ?? null, row);
  }

  /** The text goes on in the same row. */
  continueIn(row: ItemRow, item: UniversalItem): void {
    row.before = row.item.content;
    row.streamed = '';
    row.item = continued(row, item, item.content);
    row.completedAt = null;
    this.byId.set(item.item_id, row);
  }

  /**
   * Adds the items of earlier events. `now` gives the row that an earlier one has become. Returns the rows that have become
   * part of an earlier one.
   */
  prepend(older: Items, now: (row: ItemRow) => ItemRow, known: ReadonlySet<Row>): ItemRow[] {
    for (const [id, row] of older.byId) if (!this.byId.has(id)) this.byId.set(id, now(row));
    for (const [id, row] of older.results) if (!this.results.has(id)) this.results.set(id, now(row));
    for (const [id, row] of older.plans) if (!this.plans.has(id)) this.plans.set(id, now(row));
    const pieces = this.#pieces.filter((row) => !known.has(row));
    this.#pieces = older.#pieces.map(now);
    this.#prependTexts(older);
    const joined: ItemRow[] = [];
    for (const row of pieces) {
      const whole = this.continuedBy(row.item);
      if (whole) {
        this.#join(whole, row);
        joined.push(row);
      } else this.#pieces.push(row);
    }
    return joined;
  }

  /** Finds the parents of all rows again. */
  nest(rows: readonly Row[]): void {
    this.children.clear();
    for (const row of rows) {
      if (row.type !== 'item') continue;
      const parent = this.parentOf(row.item);
      row.depth = parent ? parent.depth + 1 : 0;
      if (parent) this.#adopt(parent, row);
    }
  }

  /** Adds the later pieces of a long text to its first ones. */
  #join(whole: ItemRow, row: ItemRow): void {
    const { item, streamed, completedAt, lastSequence } = row;
    const first = whole.item.status === 'in_progress' ? whole.before : whole.item.content;
    const isWhole = item.status !== 'in_progress';
    const content = isWhole ? joined(first, item.content) : item.content;
    const before = joined(first, row.before);
    Object.assign(whole, {
      streamed,
      completedAt,
      lastSequence,
      before,
      item: continued(whole, item, content),
    });
    whole.version++;
    for (const [id, each] of this.byId) if (each === row) this.byId.set(id, whole);
    this.#noteResults(whole);
  }

  #prependTexts(older: Items): void {
    const later = [...this.#texts];
    this.#texts.clear();
    for (const [id, text] of older.#texts) if (!this.byId.has(id)) this.#texts.set(id, text);
    for (const [id, text] of later) {
      const row = this.byId.get(id);
      if (!row) this.addText(id, text);
      else if (row.item.status === 'in_progress') {
        row.streamed += text;
        row.version++;
      }
    }
  }

  #adopt(parent: ItemRow, child: ItemRow): void {
    const children = this.children.get(parent.key);
    if (children) children.push(child);
    else this.children.set(parent.key, [child]);
  }

  #noteResults(row: ItemRow): void {
    for (const part of row.item.content) if (part.type === 'tool_result') this.results.set(part.call_id, row);
  }
}

/** The latest item of a row that others are continued in. */
function continued(row: ItemRow, item: UniversalItem, content: readonly ContentPart[]): UniversalItem {
  return row.key === item.item_id
    ? item
    : { ...item, continues: row.item.continues ?? null, content: [...content] };
}
