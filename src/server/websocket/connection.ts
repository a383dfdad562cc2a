import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { MOST_BUFFERED, type Reader, type Sink } from '../../hub/index.js';
import { ProblemError, problem } from '../../schema/index.js';
import type { Caller } from '../access/caller.js';
import type { ConnectionControl } from '../handlers/handler.js';
import { run } from '../handlers/run.js';
import { problemOf, validationErrors } from '../problems.js';
import type { Services } from '../services.js';
import { room, sinkOf } from '../stream-sink.js';
import { CallQueues } from './call-queues.js';
import { DeferredControl } from './deferred-control.js';
import { webSocketEncoder } from './encoder.js';
import { Inbox } from './inbox.js';
import { Call, type CallId, codes, errorText, notificationText, refusalText, resultText } from './jsonrpc.js';
import { type Method, methods } from './methods.js';
import { WatchFeed } from './watch-feed.js';

/** A WebSocket client: its calls, and its subscriptions. */
export class WebSocketConnection implements ConnectionControl {
  readonly #socket: WebSocket;
  /** The underlying stream. Event frames, shared by all readers, are written to it directly. */
  readonly #stream: Duplex;
  readonly #services: Services;
  readonly #by: { caller: Caller; address: string };
  readonly #logger: Logger;
  readonly #readers = new Map<string, Reader>();
  readonly #queues = new CallQueues();
  readonly #sink: Sink;
  readonly #inbox: Inbox;
  /** The last of the calls whose answers may be long. */
  #lastRead = Promise.resolve();
  /** Calls that wait for agents. */
  #slow = 0;
  #watchFeed: WatchFeed | null = null;

  constructor(
    socket: WebSocket,
    stream: Duplex,
    services: Services,
    by: { caller: Caller; address: string },
  ) {
    this.#by = by;
    this.#socket = socket;
    this.#stream = stream;
    this.#services = services;
    this.#logger = services.logger;
    this.#sink = sinkOf(stream);
    this.#inbox = new Inbox({
      handle: (text) => this.#receive(text),
      most: services.limits.callsPerSocket,
      room: () => this.#room(),
      pause: () => socket.pause(),
      resume: () => socket.resume(),
    });
    socket.on('message', (data, isBinary) => {
      if (isBinary) this.#send(errorText(null, codes.invalidRequest, 'send JSON-RPC as text frames'));
      else this.#inbox.add(String(data));
    });
    socket.on('close', () => this.#leave());
    socket.on('error', (error) => this.#logger.debug({ err: error }, 'a WebSocket failed'));
  }

  async #receive(text: string): Promise<void> {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return this.#send(errorText(null, codes.parseError, 'the message is not JSON'));
    }
    const parsed = Call.safeParse(message);
    if (!parsed.success) {
      const hint = Array.isArray(message)
        ? 'batches are not supported: send one message per frame'
        : 'not a JSON-RPC 2.0 call';
      return this.#send(errorText(idOf(message), codes.invalidRequest, hint));
    }
    await this.#call(parsed.data);
  }

  async #call({ id, method: name, params }: Call): Promise<void> {
    const method = methods.get(name);
    if (!method) {
      const known = [...methods.keys()];
      return this.#answer(id, (to) =>
        errorText(to, codes.methodNotFound, `no method ${name}`, { methods: known }),
      );
    }
    const checked = method.params.safeParse(params);
    if (!checked.success) {
      const { detail, errors } = validationErrors('params', checked.error);
      return this.#answer(id, (to) => errorText(to, codes.invalidParams, detail, { errors }));
    }
    const input = checked.data ?? {};
    const run = () => this.#run(method, name, input, id);
    const start = method.isSlow
      ? () => this.#startSlow(run, id)
      : method.isRead
        ? () => this.#read(run)
        : run;
    const { sessionId } = input as { sessionId?: string | null };
    if (sessionId == null) await start();
    else await this.#queues.add(sessionId, start);
  }

  /** One after another, and each only when there is room: so no more than one long answer waits for the client. */
  #read(run: () => Promise<void>): Promise<void> {
    this.#lastRead = this.#lastRead.then(async () => {
      for (let wait = this.#room(); wait; wait = this.#room()) await wait;
      await run();
    });
    return this.#lastRead;
  }

  /** Nobody waits for it; that is why there is a limit of its own. */
  #startSlow(run: () => Promise<void>, id: CallId | undefined): void {
    const { callsPerSocket } = this.#services.limits;
    if (this.#slow >= callsPerSocket) {
      const detail = `${callsPerSocket} calls wait for agents (limit calls-per-socket); wait for an answer`;
      return this.#answer(id, (to) => refusalText(to, problem('overloaded', detail)));
    }
    this.#slow++;
    void run().then(() => this.#slow--);
  }

  async #run({ operation }: Method, name: string, input: unknown, id: CallId | undefined): Promise<void> {
    const services = this.#services;
    const connection = new DeferredControl(this);
    try {
      const result = await run(operation, input, { services, ...this.#by, connection });
      services.metrics.call({ method: name, outcome: 'ok' });
      this.#answer(id, (to) => resultText(to, result));
      connection.apply();
    } catch (error) {
      services.metrics.call({ method: name, outcome: 'error' });
      const refusal = problemOf(error);
      if (refusal.status >= 500) this.#logger.error({ err: error, method: name }, 'a call failed');
      this.#answer(id, (to) => refusalText(to, refusal));
    }
  }

  /** A call without an id is not answered. */
  #answer(id: CallId | undefined, text: (id: CallId) => string): void {
    if (id !== undefined) this.#send(text(id));
  }

  #send(text: string): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(text);
  }

  checkSubscription(sessionId: string): void {
    const { subscriptionsPerSocket: most } = this.#services.limits;
    if (this.#readers.size < most || this.#readers.has(sessionId)) return;
    throw new ProblemError(
      'quota_exceeded',
      `this connection has ${most} subscriptions (limit subscriptions-per-socket); unsubscribe from one first`,
    );
  }

  subscribe({ sessionId, after, raw, states }: Parameters<ConnectionControl['subscribe']>[0]): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.unsubscribe(sessionId);
    const reader = this.#services.hub.subscribe(sessionId, {
      encoder: webSocketEncoder({ raw, states }),
      sink: this.#sink,
      after,
      onCaughtUp: (sequence) => this.#send(notificationText('session/caughtUp', { sessionId, sequence })),
      onEnd: () => this.#readers.delete(sessionId),
      onError: (error) => {
        this.#logger.error({ err: error, sessionId }, 'an event stream failed');
        this.#socket.close(1011, 'the log could not be read');
      },
    });
    if (!reader.isClosed) this.#readers.set(sessionId, reader);
  }

  unsubscribe(sessionId: string): void {
    this.#readers.get(sessionId)?.close();
    this.#readers.delete(sessionId);
  }

  watch(isOn: boolean): void {
    this.#watchFeed?.close();
    this.#watchFeed = null;
    if (!isOn || this.#socket.readyState !== this.#socket.OPEN) return;
    const { host, changes } = this.#services;
    this.#watchFeed = new WatchFeed({
      host,
      changes,
      send: (text) => this.#send(text),
      room: () => this.#room(),
    });
  }

  /** Null if the client has read most of what was sent; resolves when it has, or is gone. */
  #room(): Promise<void> | null {
    if (this.#sink.buffered <= MOST_BUFFERED || !this.#stream.writable) return null;
    return room(this.#stream);
  }

  #leave(): void {
    for (const reader of this.#readers.values()) reader.close();
    this.#readers.clear();
    this.#watchFeed?.close();
    this.#inbox.close();
  }
}

function idOf(message: unknown): CallId {
  const id = (message as { id?: unknown } | null)?.id;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
