import type {
  ContentPart,
  DataOf,
  EventOf,
  Metadata,
  UniversalEvent,
  UniversalItem,
} from '../../schema/index.js';
import { planOf } from '../vocabulary/index.js';
import { type ItemRow, joined, type PermissionRow, type QuestionRow, type Row, type Turn } from './rows.js';
import { type Thread, Threads } from './threads.js';

type Unversioned<T> = T extends unknown ? Omit<T, 'version' | 'lastSequence' | 'sequence' | 'time'> : never;

/**
 * A conversation, folded from a session's events. It is changed in place: each of thousands of deltas per second costs
 * one string append, and no list is copied. Views compare versions to detect changes.
 */
export class Transcript {
  /** In order of arrival; only ever appended to. */
  readonly rows: Row[] = [];
  readonly turns: Turn[] = [];
  /** The running turn. */
  turn: Turn | null = null;
  /** The metadata of `session.started`. */
  started: Metadata | null = null;
  ended: DataOf<'session.ended'> | null = null;
  lastSequence = 0;
  /** Pending requests, oldest first. */
  readonly pendingPermissions = new Map<string, PermissionRow>();
  readonly pendingQuestions = new Map<string, QuestionRow>();
  readonly #threads = new Threads();
  readonly #items = new Map<string, ItemRow>();
  readonly #permissions = new Map<string, PermissionRow>();
  readonly #questions = new Map<string, QuestionRow>();
  readonly #results = new Map<string, ItemRow>();
  readonly #children = new Map<string, ItemRow[]>();
  readonly #plans = new Map<string | null, ItemRow>();

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
    this.lastSequence = event.sequence;
    switch (event.type) {
      case 'session.started':
        this.started = event.data.metadata;
        return null;
      case 'session.ended':
        this.ended = event.data;
        return this.#add(event, { type: 'end', key: 'end', data: event.data });
      case 'turn.started':
        this.#startTurn(event);
        return null;
      case 'turn.ended':
        return this.#endTurn(event);
      case 'item.started':
        return this.#startItem(event);
      case 'item.delta':
        return this.#changeItem(event, event.data.item_id, (row) => {
          row.streamed += event.data.delta;
        });
      case 'item.completed':
        return this.#changeItem(event, event.data.item.item_id, (row) => {
          row.item = continued(row, event.data.item, joined(row.before, event.data.item.content));
          row.completedAt = event.time;
          this.#noteResults(row);
          this.#notePlan(row);
          this.#threads.update(row);
        });
      case 'error':
        return this.#add(event, { type: 'error', key: event.event_id, error: event.data });
      case 'agent.unparsed':
        return this.#add(event, { type: 'unparsed', key: event.event_id, data: event.data });
      case 'permission.requested':
      case 'permission.resolved':
        return this.#takePermission(event);
      case 'question.requested':
      case 'question.resolved':
        return this.#takeQuestion(event);
    }
  }

  item(itemId: string): ItemRow | undefined {
    return this.#items.get(itemId);
  }

  /** The result of a tool call, by its call_id. */
  resultOf(callId: string): ItemRow | undefined {
    return this.#results.get(callId);
  }

  /** The child items of an item, in order. */
  childrenOf(itemId: string): readonly ItemRow[] {
    return this.#children.get(itemId) ?? [];
  }

  /** The latest plan of a thread; null is the main thread. */
  planOf(threadId: string | null): ItemRow | undefined {
    return this.#plans.get(threadId);
  }

  /** All sub-agents so far by thread id, in order of their first runs. */
  get threads(): ReadonlyMap<string, Thread> {
    return this.#threads.all;
  }

  /** The number of pending requests. */
  get pending(): number {
    return this.pendingPermissions.size + this.pendingQuestions.size;
  }

  #add<T extends Row>({ sequence, time }: UniversalEvent, row: Unversioned<T>): T {
    const added = { ...row, sequence, time, lastSequence: sequence, version: 1 } as unknown as T;
    this.rows.push(added);
    return added;
  }

  #startTurn({ data, time, sequence }: EventOf<'turn.started'>): void {
    this.turn = {
      turnId: data.turn_id,
      startedAt: time,
      startedSequence: sequence,
      endedAt: null,
      endedSequence: null,
      outcome: null,
      model: modelIn(data.metadata),
      usage: null,
      context: null,
      costUsd: null,
      durationMs: null,
      metadata: data.metadata,
    };
    this.turns.push(this.turn);
  }

  #endTurn(event: EventOf<'turn.ended'>): Row | null {
    const { turn } = this;
    this.turn = null;
    if (!turn) return null;
    const { outcome, usage, context, cost_usd, duration_ms } = event.data.metadata;
    Object.assign(turn, {
      endedAt: event.time,
      endedSequence: event.sequence,
      outcome,
      model: modelIn(event.data.metadata) ?? turn.model,
      usage: usage ?? null,
      context: context ?? null,
      costUsd: cost_usd ?? null,
      durationMs: duration_ms ?? Date.parse(event.time) - Date.parse(turn.startedAt),
      metadata: { ...turn.metadata, ...event.data.metadata },
    } satisfies Partial<Turn>);
    return this.#add(event, { type: 'turn', key: turn.turnId, turn });
  }

  #startItem(event: EventOf<'item.started'>): Row {
    const { item } = event.data;
    const before = item.continues == null ? undefined : this.#items.get(item.continues);
    if (before) return this.#continueItem(event, before);
    const parent = item.parent_id === null ? undefined : this.#items.get(item.parent_id);
    const row = this.#add<ItemRow>(event, {
      type: 'item',
      key: item.item_id,
      item,
      streamed: '',
      before: [],
      turnId: this.turn?.turnId ?? null,
      depth: parent ? parent.depth + 1 : 0,
      completedAt: null,
    });
    this.#items.set(item.item_id, row);
    if (parent) this.#adopt(parent, row);
    this.#noteResults(row);
    this.#threads.add(row, event.source, parent?.item.thread_id ?? null);
    return row;
  }

  /** The text goes on in the same row. */
  #continueItem({ data: { item }, sequence }: EventOf<'item.started'>, row: ItemRow): Row {
    row.before = row.item.content;
    row.streamed = '';
    row.item = continued(row, item, item.content);
    row.completedAt = null;
    row.lastSequence = sequence;
    row.version++;
    this.#items.set(item.item_id, row);
    this.#threads.update(row);
    return row;
  }

  #adopt(parent: ItemRow, child: ItemRow): void {
    const children = this.#children.get(parent.key);
    if (children) children.push(child);
    else this.#children.set(parent.key, [child]);
  }

  #noteResults(row: ItemRow): void {
    const { content }: UniversalItem = row.item;
    for (const part of content) if (part.type === 'tool_result') this.#results.set(part.call_id, row);
  }

  #notePlan(row: ItemRow): void {
    if (planOf(row.item) !== null) this.#plans.set(row.item.thread_id ?? null, row);
  }

  #changeItem({ sequence }: UniversalEvent, itemId: string, change: (row: ItemRow) => void): Row | null {
    const row = this.#items.get(itemId);
    if (!row) return null;
    change(row);
    row.lastSequence = sequence;
    row.version++;
    return row;
  }

  #takePermission(event: EventOf<'permission.requested' | 'permission.resolved'>): Row {
    const { data } = event;
    const id = data.permission_id;
    let row = this.#permissions.get(id);
    if (row) touch(row, event, data);
    else {
      row = this.#add<PermissionRow>(event, { type: 'permission', key: id, data });
      this.#permissions.set(id, row);
      this.#threads.add(row, event.source, null);
    }
    if (event.type === 'permission.requested') this.pendingPermissions.set(id, row);
    else this.pendingPermissions.delete(id);
    this.#threads.update(row);
    return row;
  }

  #takeQuestion(event: EventOf<'question.requested' | 'question.resolved'>): Row {
    const { data } = event;
    const id = data.question_id;
    let row = this.#questions.get(id);
    if (row) touch(row, event, data);
    else {
      row = this.#add<QuestionRow>(event, { type: 'question', key: id, data });
      this.#questions.set(id, row);
      this.#threads.add(row, event.source, null);
    }
    if (event.type === 'question.requested') this.pendingQuestions.set(id, row);
    else this.pendingQuestions.delete(id);
    this.#threads.update(row);
    return row;
  }
}

/** The latest item of a row that others are continued in. */
function continued(row: ItemRow, item: UniversalItem, content: readonly ContentPart[]): UniversalItem {
  return row.key === item.item_id
    ? item
    : { ...item, continues: row.item.continues ?? null, content: [...content] };
}

function modelIn({ model }: Metadata): string | null {
  return typeof model === 'string' ? model : null;
}

function touch<R extends PermissionRow | QuestionRow>(row: R, event: UniversalEvent, data: R['data']): void {
  row.data = data;
  row.lastSequence = event.sequence;
  row.version++;
}
