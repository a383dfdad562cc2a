import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { MOST_BUFFERED, type Reader, type Sink } from '../../hub/index.js';
import type { SessionInfo } from '../../schema/index.js';
import type { AnyHandler, ConnectionControl } from '../handlers/handler.js';
import { handlers } from '../handlers/index.js';
import { problemOf, validationErrors } from '../problems.js';
import type { Services } from '../services.js';
import { room, sinkOf } from '../stream-sink.js';
import { CallQueues } from './call-queues.js';
import { DeferredControl } from './deferred-control.js';
import { webSocketEncoder } from './encoder.js';
import { Call, type CallId, codes, errorText, notificationText, refusalText, resultText } from './jsonrpc.js';
import { type Method, methods } from './methods.js';

/** A WebSocket client: its calls, and its subscriptions. */
export class WebSocketConnection implements ConnectionControl {
  readonly #socket: WebSocket;
  /** The underlying stream. Event frames, shared by all readers, are written to it directly. */
  readonly #stream: Duplex;
  readonly #services: Services;
  readonly #logger: Logger;
  readonly #readers = new Map<string, Reader>();
  readonly #queues = new CallQueues();
  readonly #sink: Sink;
  #unwatch: (() => void) | null = null;

  constructor(socket: WebSocket, stream: Duplex, services: Services) {
    this.#socket = socket;
    this.#stream = stream;
    this.#services = services;
    this.#logger = services.logger;
    this.#sink = sinkOf(stream);
    socket.on('message', (data, isBinary) => {
      this.#holdBack();
      if (isBinary) this.#send(errorText(null, codes.invalidRequest, 'send JSON-RPC as text frames'));
      else void this.#receive(String(data));
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
    const { sessionId } = input as { sessionId?: string | null };
    if (sessionId == null) await run();
    else await this.#queues.add(sessionId, method.isSlow ? () => void run() : run);
  }

  async #run({ operation }: Method, name: string, input: unknown, id: CallId | undefined): Promise<void> {
    const services = this.#services;
    const connection = new DeferredControl(this);
    try {
      const result = await (handlers[operation] as AnyHandler)(input, { services, connection });
      services.metrics.calls.inc({ method: name, outcome: 'ok' });
      this.#answer(id, (to) => resultText(to, result));
      connection.apply();
    } catch (error) {
      services.metrics.calls.inc({ method: name, outcome: 'error' });
      const problem = problemOf(error);
      if (problem.status >= 500) this.#logger.error({ err: error, method: name }, 'a call failed');
      this.#answer(id, (to) => refusalText(to, problem));
    }
  }

  /** A call without an id is not answered. */
  #answer(id: CallId | undefined, text: (id: CallId) => string): void {
    if (id !== undefined) this.#send(text(id));
  }

  #send(text: string): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(text);
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
    this.#unwatch?.();
    this.#unwatch = null;
    if (!isOn) return;
    const { host, changes } = this.#services;
    const opened = (session: SessionInfo) => this.#send(notificationText('session/opened', { session }));
    const closed = (what: object) => this.#send(notificationText('session/closed', what));
    host.on('opened', opened).on('closed', closed);
    const unfollow = changes.follow((session) =>
      this.#send(notificationText('session/changed', { session })),
    );
    this.#unwatch = () => {
      host.off('opened', opened).off('closed', closed);
      unfollow();
    };
  }

  /** Back-pressure: a client that does not read its answers is not read from either. */
  #holdBack(): void {
    if (this.#sink.buffered <= MOST_BUFFERED || this.#socket.isPaused) return;
    this.#socket.pause();
    void room(this.#stream).then(() => this.#socket.resume());
  }

  #leave(): void {
    for (const reader of this.#readers.values()) reader.close();
    this.#readers.clear();
    this.#unwatch?.();
  }
}

function idOf(message: unknown): CallId {
  const id = (message as { id?: unknown } | null)?.id;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
