import type {
  DataOf,
  EventOf,
  EventSource,
  Metadata,
  SessionCheckpoint,
  UniversalEvent,
  UniversalItem,
} from '../../schema/index.js';
import { Items } from './items.js';
import { Requests } from './requests.js';
import type { ItemRow, PermissionRow, QuestionRow, Row, Turn } from './rows.js';
import { type Thread, Threads } from './threads.js';

type Unplaced<T> = T extends unknown
  ? Omit<T, 'version' | 'lastSequence' | 'sequence' | 'time' | 'isCut'>
  : never;
type Place = Pick<UniversalEvent, 'sequence' | 'time'>;

/**
 * A conversation, folded from a session's events. It is changed in place: each of thousands of deltas per second costs
 * one string append, and no list is copied. Views compare versions to detect changes.
 *
 * It may start with any event. Rows of items that began before are cut; `begin` and `prepend` add what is missing.
 */
export class Transcript {
  /** In order of arrival; those that are cut come first. Only ever appended to, except by `begin` and `prepend`. */
  rows: Row[] = [];
  turns: Turn[] = [];
  /** The running turn. */
  turn: Turn | null = null;
  /** The metadata of `session.started`. */
  started: Metadata | null = null;
  ended: DataOf<'session.ended'> | null = null;
  /** The first event that it has; 0 if there is none. */
  firstSequence = 0;
  lastSequence = 0;
  readonly #threads = new Threads();
  readonly #items = new Items();
  readonly #permissions = new Requests<PermissionRow>();
  readonly #questions = new Requests<QuestionRow>();
  /** How many of the rows are cut. */
  #cut = 0;
  /** The turn that began before the first event. */
  #cutTurn: Turn | null = null;
  /** The items from before the first event of a turn: theirs is not known. */
  #turnless: ItemRow[] = [];

  /** The conversation as it was after event `at`. `events` must start with the session's first one. */
  static at(events: readonly UniversalEvent[], at: number): Transcript {
    const transcript = new Transcript();
    for (const event of events) {
      if (event.sequence > at) break;
      transcript.apply(event);
    }
    return transcript;
  }

  /** Applies the next event, and returns the row that it changed or created, if any. */
  apply(event: UniversalEvent): Row | null {
    if (this.firstSequence === 0) this.firstSequence = event.sequence;
    this.lastSequence = event.sequence;
    switch (event.type) {
      case 'session.started':
        this.started = event.data.metadata;
        return null;
      case 'session.ended':
        this.ended = event.data;
        return this.#add(event, { type: 'end', key: 'end', data: event.data });
      case 'turn.started':
        this.turn = this.#startTurn(event, event.data.turn_id, event.data.metadata);
        return null;
      case 'turn.ended':
        return this.#endTurn(event);
      case 'item.started':
        return this.#startItem(event, event.data.item, event.source);
      case 'item.delta':
        return this.#addText(event);
      case 'item.completed':
        return this.#completeItem(event);
      case 'error':
        return this.#add(event, { type: 'error', key: event.event_id, error: event.data });
      case 'agent.unparsed':
        return this.#add(event, { type: 'unparsed', key: event.event_id, data: event.data });
      case 'permission.requested':
      case 'permission.resolved': {
        const row = this.#permissions.byId.get(event.data.permission_id);
        if (row) return this.#changeRequest(event, row, event.data);
        return this.#addPermission(event, event.data);
      }
      case 'question.requested':
      case 'question.resolved': {
        const row = this.#questions.byId.get(event.data.question_id);
        if (row) return this.#changeRequest(event, row, event.data);
        return this.#addQuestion(event, event.data);
      }
    }
  }

  /** Adds what was open before its first event. */
  begin({ sequence, time, turn, openItems, permissions, questions }: SessionCheckpoint): void {
    const before = new Transcript();
    before.firstSequence = sequence + 1;
    before.lastSequence = sequence;
    const place = { sequence, time };
    if (turn) {
      before.turn = before.#startTurn({ sequence: sequence + 1, time }, turn.turn_id, {});
      before.#cutTurn = before.turn;
    }
    for (const { item, source, text } of openItems) {
      before.#startItem(place, item, source, true).streamed += text;
    }
    for (const { sequence, data } of permissions) before.#addPermission({ sequence, time }, data, true);
    for (const { sequence, data } of questions) before.#addQuestion({ sequence, time }, data, true);
    this.#prepend(before);
  }

  /** Adds the events just before its first one, without applying any other again. */
  prepend(events: readonly UniversalEvent[]): void {
    const older = new Transcript();
    for (const event of events) older.apply(event);
    if (older.firstSequence === 0) return;
    this.#prepend(older);
  }

  item(itemId: string): ItemRow | undefined {
    return this.#items.byId.get(itemId);
  }

  /** The result of a tool call, by its call_id. */
  resultOf(callId: string): ItemRow | undefined {
    return this.#items.results.get(callId);
  }

  /** The child items of an item, in order. */
  childrenOf(itemId: string): readonly ItemRow[] {
    return this.#items.children.get(itemId) ?? [];
  }

  /** The latest plan of a thread; null is the main thread. */
  planOf(threadId: string | null): ItemRow | undefined {
    return this.#items.plans.get(threadId);
  }

  /** All sub-agents so far by thread id, in order of their first runs. */
  get threads(): ReadonlyMap<string, Thread> {
    return this.#threads.all;
  }

  /** Pending requests, oldest first. */
  get pendingPermissions(): ReadonlyMap<string, PermissionRow> {
    return this.#permissions.pending;
  }

  get pendingQuestions(): ReadonlyMap<string, QuestionRow> {
    return this.#questions.pending;
  }

  /** The number of pending requests. */
  get pending(): number {
    return this.pendingPermissions.size + this.pendingQuestions.size;
  }

  /** Whether the events start after the session's first one. */
  get #isCut(): boolean {
    return this.firstSequence > 1;
  }

  #add<T extends Row>({ sequence, time }: Place, row: Unplaced<T>, isCut = false): T {
    const place = { sequence, time, lastSequence: sequence, version: 1, isCut };
    const added = { ...row, ...place } as unknown as T;
    // It began before all rows that are not cut.
    if (isCut) this.rows.splice(this.#cut++, 0, added);
    else this.rows.push(added);
    return added;
  }

  #startTurn({ sequence, time }: Place, turnId: string, metadata: Metadata): Turn {
    const turn: Turn = {
      turnId,
      startedAt: time,
      startedSequence: sequence,
      endedAt: null,
      endedSequence: null,
      outcome: null,
      model: modelIn(metadata),
      usage: null,
      context: null,
      costUsd: null,
      durationMs: null,
      metadata,
    };
    this.turns.push(turn);
    return turn;
  }

  #endTurn(event: EventOf<'turn.ended'>): Row | null {
    if (!this.turn && this.#isCut && this.turns.length === 0) {
      this.#cutTurn = this.#startTurn({ ...event, sequence: this.firstSequence }, event.data.turn_id, {});
      this.turn = this.#cutTurn;
    }
    const { turn } = this;
    this.turn = null;
    if (!turn) return null;
    const { outcome, usage, context, cost_usd, duration_ms } = event.data.metadata;
    const sinceStart = turn === this.#cutTurn ? null : between(turn.startedAt, event.time);
    Object.assign(turn, {
      endedAt: event.time,
      endedSequence: event.sequence,
      outcome,
      model: modelIn(event.data.metadata) ?? turn.model,
      usage: usage ?? null,
      context: context ?? null,
      costUsd: cost_usd ?? null,
      durationMs: duration_ms ?? sinceStart,
      metadata: { ...turn.metadata, ...event.data.metadata },
    } satisfies Partial<Turn>);
    return this.#add(event, { type: 'turn', key: turn.turnId, turn });
  }

  #startItem(place: Place, item: UniversalItem, source: EventSource, isCut = false): ItemRow {
    const before = this.#items.continuedBy(item);
    if (before) {
      this.#items.continueIn(before, item);
      return this.#touch(before, place);
    }
    const parent = this.#items.parentOf(item);
    const fields = { type: 'item' as const, key: item.item_id, item, streamed: '', before: [] };
    const turnId = isCut ? null : (this.turn?.turnId ?? null);
    const row = this.#add<ItemRow>(
      place,
      { ...fields, turnId, depth: parent ? parent.depth + 1 : 0, completedAt: null },
      isCut,
    );
    if (!isCut && this.turns.length === 0) this.#turnless.push(row);
    this.#items.add(row);
    this.#threads.add(row, source, parent?.item.thread_id ?? null);
    return row;
  }

  #addText(event: EventOf<'item.delta'>): Row | null {
    const { item_id, delta } = event.data;
    const row = this.item(item_id);
    if (!row) {
      if (this.#isCut) this.#items.addText(item_id, delta);
      return null;
    }
    row.streamed += delta;
    row.lastSequence = event.sequence;
    row.version++;
    return row;
  }

  #completeItem(event: EventOf<'item.completed'>): Row | null {
    const { item } = event.data;
    let row = this.item(item.item_id);
    if (!row && this.#isCut) row = this.#startItem(event, item, event.source, true);
    if (!row) return null;
    this.#items.complete(row, item, event.time);
    return this.#touch(row, event);
  }

  #touch<R extends Row>(row: R, { sequence }: Place): R {
    row.lastSequence = sequence;
    row.version++;
    this.#threads.update(row);
    return row;
  }

  #addPermission(place: Place, data: PermissionRow['data'], isCut = data.status !== 'requested'): Row {
    const row = this.#add<PermissionRow>(place, { type: 'permission', key: data.permission_id, data }, isCut);
    this.#permissions.put(row);
    this.#threads.add(row, 'daemon', null);
    return row;
  }

  #addQuestion(place: Place, data: QuestionRow['data'], isCut = data.status !== 'requested'): Row {
    const row = this.#add<QuestionRow>(place, { type: 'question', key: data.question_id, data }, isCut);
    this.#questions.put(row);
    this.#threads.add(row, 'daemon', null);
    return row;
  }

  #changeRequest<R extends PermissionRow | QuestionRow>(place: Place, row: R, data: R['data']): Row {
    row.data = data;
    if (row.type === 'permission') this.#permissions.put(row);
    else this.#questions.put(row);
    return this.#touch(row, place);
  }

  /** Adds the rows of earlier events: a row that was cut takes the place where it began. */
  #prepend(older: Transcript): void {
    const [cut, rest] = [this.rows.slice(0, this.#cut), this.rows.slice(this.#cut)];
    const became = new Map<Row, Row>();
    for (const row of cut) {
      const start = older.#start(row);
      // Under another key it is a later piece of a long text.
      if (start?.key === row.key) became.set(start, placed(row, start));
    }
    const now = <R extends Row>(row: R): R => (became.get(row) ?? row) as R;
    const known = new Set(became.values());
    for (const row of this.#items.prepend(older.#items, now, known)) known.add(row);
    this.#permissions.prepend(older.#permissions, now);
    this.#questions.prepend(older.#questions, now);
    this.#threads.prepend(older.#threads, now, known);
    this.#prependTurns(older);
    const turnless = older.turns.length > 0 ? [] : this.#turnless.filter((row) => !known.has(row));
    this.#turnless = [...older.#turnless.map(now), ...turnless];
    const own = (rows: readonly Row[]) => rows.filter((row) => !known.has(row));
    const stillCut = own(cut);
    const olderRows = older.rows.map(now);
    this.rows = [
      ...olderRows.slice(0, older.#cut),
      ...stillCut,
      ...olderRows.slice(older.#cut),
      ...own(rest),
    ];
    this.#cut = older.#cut + stillCut.length;
    this.#items.nest(this.rows);
    for (const thread of this.threads.values()) {
      thread.parentThreadId = this.#items.parentOf(thread.runs[0]!.item)?.item.thread_id ?? null;
    }
    this.firstSequence = older.firstSequence;
    this.lastSequence = Math.max(this.lastSequence, older.lastSequence);
    this.started ??= older.started;
  }

  /** The row that is the beginning of a cut one. */
  #start(row: Row): Row | undefined {
    if (row.type === 'item') return this.#items.byId.get(row.key);
    return row.type === 'permission'
      ? this.#permissions.byId.get(row.key)
      : this.#questions.byId.get(row.key);
  }

  #prependTurns(older: Transcript): void {
    const { turn } = older;
    const cutTurn = this.#cutTurn;
    this.#cutTurn = older.turns.length > 0 ? older.#cutTurn : cutTurn;
    if (!turn) {
      this.turns = [...older.turns, ...this.turns];
      return;
    }
    if (cutTurn) {
      const { startedAt, startedSequence, model, metadata } = turn;
      const isWhole = older.#cutTurn !== turn;
      const sinceStart = isWhole && cutTurn.endedAt !== null ? between(startedAt, cutTurn.endedAt) : null;
      Object.assign(cutTurn, {
        startedAt,
        startedSequence,
        model: cutTurn.model ?? model,
        durationMs: cutTurn.durationMs ?? sinceStart,
        metadata: { ...metadata, ...cutTurn.metadata },
      } satisfies Partial<Turn>);
      if (!isWhole) this.#cutTurn = cutTurn;
      this.turns = [...older.turns.slice(0, -1), ...this.turns];
    } else {
      this.turn ??= turn;
      this.turns = [...older.turns, ...this.turns];
    }
    for (const row of this.#turnless) row.turnId = turn.turnId;
  }
}

/** A row with the beginning that it lacked. */
function placed(row: Row, start: Row): Row {
  const { sequence, time, isCut } = start;
  Object.assign(row, { sequence, time, isCut });
  if (row.type === 'item' && start.type === 'item') row.turnId = start.turnId;
  row.version++;
  return row;
}

function between(from: string, to: string): number {
  return Date.parse(to) - Date.parse(from);
}

function modelIn({ model }: Metadata): string | null {
  return typeof model === 'string' ? model : null;
}
