import type { SnapshotFrom } from 'xstate';
import {
  type PendingRequest,
  type SessionContext,
  type sessionMachine,
  turnRequest,
} from '../../machines/index.js';
import type { EventOf, StreamUntil, UniversalEvent } from '../schema/index.js';

type Snapshot = SnapshotFrom<typeof sessionMachine>;

export interface StreamRequest {
  messageId: string;
  until: StreamUntil;
  /** The last event before the message was sent. */
  after: number;
}

/** The events that follow a message, as far as its sender reads them. */
export class MessageStream {
  readonly messageId: string;
  readonly until: StreamUntil;
  /** The last event before the stream. */
  readonly after: number;
  /** The turn that has taken the message. */
  turn: string | null = null;
  isClosed = false;
  #end: number | null = null;
  #listener: ((sequence: number) => void) | null = null;

  constructor({ messageId, until, after }: StreamRequest) {
    this.messageId = messageId;
    this.until = until;
    this.after = after;
  }

  /** Calls back with the last event of the stream, at once if it is known. */
  onEnd(listener: (sequence: number) => void): void {
    if (this.#end === null) this.#listener = listener;
    else listener(this.#end);
  }

  endAt(sequence: number): this {
    this.#end = sequence;
    this.#listener?.(sequence);
    return this;
  }

  /** Its reader has left. */
  close(): void {
    this.isClosed = true;
    this.#listener = null;
  }
}

/**
 * The streams of a session's messages. A stream ends where a client that only reads has to act: with the turn that takes
 * the message, with a final error of that turn, or as soon as the session waits for a human. The latter in whichever
 * turn, since a queued message gets no turn before somebody answers. `until: turn` waits for the end of the turn.
 */
export class MessageStreams {
  readonly #open = new Set<MessageStream>();
  /** The messages that the running turn has taken. */
  readonly #taken = new Set<string>();
  /** The events of the current step of the machine. */
  #events: UniversalEvent[] = [];

  /** Begins a stream right after the step in which its message was sent. On a session that waits, with that request. */
  begin(request: StreamRequest, snapshot: Snapshot): MessageStream {
    const { context } = snapshot;
    const asked = awaited(snapshot);
    const stream = new MessageStream({ ...request, after: asked ? asked.sequence - 1 : request.after });
    this.#assignTurn(stream, context);
    if (asked && stream.until === 'request') return stream.endAt(asked.sequence);
    if (isOver(stream, context)) return stream.endAt(context.sequence);
    this.#open.add(stream);
    return stream;
  }

  /** A message joins the running turn. */
  steered(messageId: string): void {
    this.#taken.add(messageId);
  }

  observe(event: UniversalEvent): void {
    if (event.type === 'turn.ended') this.#taken.clear();
    const started = messageOf(event);
    if (started !== null) this.#taken.add(started);
    if (this.#open.size > 0) this.#events.push(event);
  }

  /** Ends the streams that the latest step of the machine has brought to their end. */
  settle(snapshot: Snapshot): void {
    if (this.#open.size === 0) return;
    const events = this.#events;
    this.#events = [];
    for (const stream of this.#open) {
      const end = stream.isClosed ? null : this.#endOf(stream, events, snapshot);
      if (end !== null) stream.endAt(end);
      if (end !== null || stream.isClosed) this.#open.delete(stream);
    }
  }

  #endOf(stream: MessageStream, events: readonly UniversalEvent[], snapshot: Snapshot): number | null {
    for (const event of events) {
      if (messageOf(event) === stream.messageId)
        stream.turn = (event as EventOf<'turn.started'>).data.turn_id;
      if (isEndOf(stream, event)) return event.sequence;
    }
    const { context } = snapshot;
    this.#assignTurn(stream, context);
    const asked = stream.until === 'request' ? awaited(snapshot) : undefined;
    if (asked) return asked.sequence;
    return isOver(stream, context) ? context.sequence : null;
  }

  #assignTurn(stream: MessageStream, { turn }: SessionContext): void {
    if (turn && this.#taken.has(stream.messageId)) stream.turn = turn.id;
  }
}

/** The message that started a turn. */
function messageOf({ type, data }: UniversalEvent): string | null {
  if (type !== 'turn.started') return null;
  const { message_id } = data.metadata;
  return typeof message_id === 'string' ? message_id : null;
}

/** The request that keeps the session waiting, unless it is about to be cancelled with its turn. */
function awaited(snapshot: Snapshot): PendingRequest | undefined {
  const isInterrupting = snapshot.matches({ live: { turn: { running: 'interrupting' } } });
  return isInterrupting || snapshot.matches('ending') ? undefined : turnRequest(snapshot.context);
}

function isEndOf({ turn, until }: MessageStream, { type, data }: UniversalEvent): boolean {
  if (type === 'session.ended') return true;
  if (type === 'turn.ended') return data.turn_id === turn;
  return type === 'error' && turn !== null && until === 'request' && data.details.retryable !== true;
}

/** Whether a message is neither in a turn nor in the queue: it was handled earlier, taken back or refused. */
function isOver({ messageId, turn }: MessageStream, { queue, ended }: SessionContext): boolean {
  return ended !== null || (turn === null && !queue.some((queued) => queued.messageId === messageId));
}
