import { isRun } from '../../../machines/index.js';
import {
  type EventOf,
  permissionOf,
  type SessionCheckpoint,
  type StateValue,
  toolCallOf,
  type UniversalEvent,
  type UniversalItem,
} from '../../client/index.js';
import { firstLine } from '../ui/first-line.js';

/** Who or what a session waits for. */
export interface WaitedFor {
  kind:
    | 'approval'
    | 'answer'
    | 'message'
    | 'tool'
    | 'agents'
    | 'retry'
    | 'slot'
    | 'interrupt'
    | 'start'
    | 'model';
  /** Titles of requests, tools or sub-agents. */
  names: readonly string[];
}

/** A time without any event. */
export interface Gap {
  /** The events before and after it. */
  after: number;
  sequence: number;
  ms: number;
  waitedFor: WaitedFor;
}

/** Shorter gaps are the pace of the work. */
const GAP_MS = 10_000;

/** Something that goes on, and the event that began it. */
interface Begun {
  name: string;
  event: UniversalEvent;
}

/** What a session waits for, told by its events. Append-only; most events are deltas and cost next to nothing. */
export class Waits {
  /** The gaps so far, by the event after them. */
  readonly gaps = new Map<number, Gap>();
  #processed = 0;
  #last: UniversalEvent | null = null;
  #isStarted = false;
  #ended: UniversalEvent | null = null;
  #isInTurn = false;
  /** The event that began it; null if that is not among the events. */
  #turn: UniversalEvent | null = null;
  /** The event since which the session rests. */
  #rests: UniversalEvent | null = null;
  #retries: string | null = null;
  readonly #permissions = new Map<string, Begun>();
  readonly #questions = new Map<string, Begun>();
  readonly #calls = new Map<string, Begun>();
  readonly #threads = new Map<string, Begun>();

  /** What had begun before the first event is told by the checkpoint. */
  constructor(checkpoint: SessionCheckpoint | null = null) {
    if (checkpoint === null) return;
    this.#isStarted = true;
    this.#isInTurn = isRunning(checkpoint.machine.value);
  }

  /** Adds the events that are new. `events` are all events that the page has. */
  catchUp(events: readonly UniversalEvent[]): this {
    for (; this.#processed < events.length; this.#processed++) {
      const event = events[this.#processed]!;
      this.#noteGap(event);
      this.#apply(event);
      this.#last = event;
    }
    return this;
  }

  /** What the session waits for now, and since which event. */
  get now(): { waitedFor: WaitedFor; since: UniversalEvent } | null {
    return this.#last && !this.#ended ? { waitedFor: this.#waitedFor, since: this.#last } : null;
  }

  /** The event that brought the session into its present status. */
  get statusEvent(): UniversalEvent | null {
    const [request] = [...this.#permissions.values(), ...this.#questions.values()];
    const [thread] = this.#threads.values();
    return this.#ended ?? request?.event ?? this.#turn ?? thread?.event ?? this.#rests;
  }

  #noteGap({ sequence, time }: UniversalEvent): void {
    if (!this.#last) return;
    const ms = Date.parse(time) - Date.parse(this.#last.time);
    if (ms < GAP_MS) return;
    this.gaps.set(sequence, { after: this.#last.sequence, sequence, ms, waitedFor: this.#waitedFor });
  }

  get #waitedFor(): WaitedFor {
    const wait = (kind: WaitedFor['kind'], begun: ReadonlyMap<string, Begun> = new Map()) => ({
      kind,
      names: [...begun.values()].map(({ name }) => name),
    });
    if (this.#permissions.size > 0) return wait('approval', this.#permissions);
    if (this.#questions.size > 0) return wait('answer', this.#questions);
    if (!this.#isStarted) return wait('start');
    if (!this.#isInTurn && this.#threads.size === 0) return wait('message');
    if (this.#retries !== null) return { kind: 'retry', names: [this.#retries] };
    if (this.#calls.size > 0) return wait('tool', this.#calls);
    return this.#threads.size > 0 ? wait('agents', this.#threads) : wait('model');
  }

  #apply(event: UniversalEvent): void {
    this.#retries = event.type === 'error' && event.data.details.retryable ? event.data.message : null;
    switch (event.type) {
      case 'session.started':
        this.#isStarted = true;
        this.#rests = event;
        return;
      case 'session.ended':
        this.#ended = event;
        return;
      case 'turn.started':
        this.#isInTurn = true;
        this.#turn = event;
        return;
      case 'turn.ended':
        this.#isInTurn = false;
        this.#turn = null;
        this.#rests = event;
        this.#calls.clear();
        return;
      case 'permission.requested':
        this.#permissions.set(event.data.permission_id, { name: permissionOf(event.data).title, event });
        return;
      case 'permission.resolved':
        this.#permissions.delete(event.data.permission_id);
        return;
      case 'question.requested':
        this.#questions.set(event.data.question_id, { name: firstLine(event.data.prompt), event });
        return;
      case 'question.resolved':
        this.#questions.delete(event.data.question_id);
        return;
      case 'item.started': {
        const { item } = event.data;
        if (isRun(item, event.source)) this.#threads.set(item.item_id, { name: nameOf(item), event });
        return;
      }
      case 'item.completed':
        this.#threads.delete(event.data.item.item_id);
        this.#noteCalls(event);
    }
  }

  /** A tool works from its call until its result. A sub-agent's call lasts as long as the sub-agent, which is named itself. */
  #noteCalls(event: EventOf<'item.completed'>): void {
    for (const part of event.data.item.content) {
      if (part.type === 'tool_result') this.#calls.delete(part.call_id);
      else if (part.type === 'tool_call') {
        const { kind, title } = toolCallOf(part);
        if (kind !== 'agent') this.#calls.set(part.call_id, { name: title, event });
      }
    }
  }
}

function nameOf({ content }: UniversalItem): string {
  const [part] = content;
  return (part?.type === 'status' && part.detail) || 'Sub-agent';
}

/** Whether a value of the session machine has a turn. */
function isRunning(value: StateValue): boolean {
  const live = typeof value === 'object' ? value.live : undefined;
  const turn = typeof live === 'object' ? live.turn : undefined;
  return turn !== undefined && turn !== 'idle';
}
