import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { MOST_BUFFERED, type Reader, type Sink } from '../../hub/index.js';
import type { SessionInfo } from '../../schema/index.js';
import { problemOf } from '../problems.js';
import type { Services } from '../services.js';
import { room, sinkOf } from '../stream-sink.js';
import { Call, type CallId, codes, errorText, notificationText, refusalText, resultText } from './jsonrpc.js';
import { type AnyMethod, type Caller, methods } from './methods.js';
import { WaitingLines } from './waiting-lines.js';

/** One client over WebSocket: its calls, and the sessions that it reads. */
export class WebSocketConnection {
  private readonly readers = new Map<string, Reader>();
  private readonly lines = new WaitingLines();
  private readonly sink: Sink;
  private unwatch: (() => void) | null = null;

  constructor(
    private readonly socket: WebSocket,
    /** The stream below. Events are written to it as frames that all readers share. */
    private readonly stream: Duplex,
    private readonly services: Services,
    private readonly logger: Logger,
  ) {
    this.sink = sinkOf(stream);
    socket.on('message', (data, isBinary) => {
      this.holdBack();
      if (isBinary) this.send(errorText(null, codes.invalidRequest, 'send JSON-RPC as text frames'));
      else void this.take(String(data));
    });
    socket.on('close', () => this.leave());
    socket.on('error', (error) => logger.debug({ err: error }, 'a WebSocket broke'));
  }

  private async take(text: string): Promise<void> {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return this.send(errorText(null, codes.parseError, 'the message is not JSON'));
    }
    const parsed = Call.safeParse(message);
    if (!parsed.success) {
      const hint = Array.isArray(message)
        ? 'batches are not supported: send one message a frame'
        : 'not a JSON-RPC 2.0 call';
      return this.send(errorText(idOf(message), codes.invalidRequest, hint));
    }
    await this.call(parsed.data);
  }

  private async call({ id, method: name, params }: Call): Promise<void> {
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (!method) {
      const known = Object.keys(methods);
      return this.answer(id, (to) =>
        errorText(to, codes.methodNotFound, `no method ${name}`, { methods: known }),
      );
    }
    const checked = method.params.safeParse(params);
    if (!checked.success) {
      const errors = checked.error.issues.map(({ path, message }) => ({
        path: path.map(String).join('.'),
        message,
      }));
      const [first] = errors;
      const detail = first
        ? `params${first.path && `.${first.path}`}: ${first.message}`
        : 'params are not valid';
      return this.answer(id, (to) => errorText(to, codes.invalidParams, detail, { errors }));
    }
    const run = () => this.run(method, name, checked.data, id);
    const { sessionId } = (checked.data ?? {}) as { sessionId?: string | null };
    if (sessionId == null) await run();
    else await this.lines.join(sessionId, method.isSlow ? () => void run() : run);
  }

  private async run(method: AnyMethod, name: string, params: unknown, id: CallId | undefined): Promise<void> {
    const { metrics } = this.services;
    const caller = new DeferredCaller(this);
    try {
      const result = await method.handle(params, this.services, caller);
      metrics.calls.inc({ method: name, outcome: 'ok' });
      this.answer(id, (to) => resultText(to, result));
      caller.act();
    } catch (error) {
      metrics.calls.inc({ method: name, outcome: 'error' });
      const problem = problemOf(error);
      if (problem.status >= 500) this.logger.error({ err: error, method: name }, 'a call failed');
      this.answer(id, (to) => refusalText(to, problem));
    }
  }

  /** A call without an id wants no answer. */
  private answer(id: CallId | undefined, text: (id: CallId) => string): void {
    if (id !== undefined) this.send(text(id));
  }

  send(text: string): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(text);
  }

  subscribe({ sessionId, after, raw, states }: Parameters<Caller['subscribe']>[0]): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    this.unsubscribe(sessionId);
    const reader = this.services.hub.subscribe(sessionId, {
      view: { transport: 'websocket', raw, states },
      sink: this.sink,
      after,
      onCaughtUp: (sequence) => this.send(notificationText('session/caughtUp', { sessionId, sequence })),
      onEnd: () => this.readers.delete(sessionId),
      onError: (error) => {
        this.logger.error({ err: error, sessionId }, 'a stream broke');
        this.socket.close(1011, 'the log could not be read');
      },
    });
    if (!reader.isClosed) this.readers.set(sessionId, reader);
  }

  unsubscribe(sessionId: string): void {
    this.readers.get(sessionId)?.close();
    this.readers.delete(sessionId);
  }

  watch(isOn: boolean): void {
    this.unwatch?.();
    this.unwatch = null;
    if (!isOn) return;
    const { host, changes } = this.services;
    const opened = (session: SessionInfo) => this.send(notificationText('session/opened', { session }));
    const closed = (what: object) => this.send(notificationText('session/closed', what));
    host.on('opened', opened).on('closed', closed);
    const unfollow = changes.follow((session) => this.send(notificationText('session/changed', { session })));
    this.unwatch = () => {
      host.off('opened', opened).off('closed', closed);
      unfollow();
    };
  }

  /** A client that calls and does not read its answers is read no further until it does. */
  private holdBack(): void {
    if (this.sink.buffered <= MOST_BUFFERED || this.socket.isPaused) return;
    this.socket.pause();
    void room(this.stream).then(() => this.socket.resume());
  }

  private leave(): void {
    for (const reader of this.readers.values()) reader.close();
    this.readers.clear();
    this.unwatch?.();
  }
}

/** Keeps what a method wants of the connection until its result is sent. */
class DeferredCaller implements Caller {
  private readonly wishes: (() => void)[] = [];

  constructor(private readonly connection: WebSocketConnection) {}

  subscribe(options: Parameters<Caller['subscribe']>[0]): void {
    this.wishes.push(() => this.connection.subscribe(options));
  }

  unsubscribe(sessionId: string): void {
    this.connection.unsubscribe(sessionId);
  }

  watch(isOn: boolean): void {
    this.connection.watch(isOn);
  }

  act(): void {
    for (const wish of this.wishes) wish();
  }
}

function idOf(message: unknown): CallId {
  const id = (message as { id?: unknown } | null)?.id;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
