import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { ServerStatusInfo } from '../../schema/index.js';
import type { AgentProcess, ProcessExit, Program } from '../agent.js';
import { Claims } from '../kit/claims.js';
import { DeadlineError } from '../kit/pending-calls.js';
import { type ServerDeps, ServerProcess } from '../kit/server-process.js';
import { type SessionEvent, unwrap } from './envelope.js';
import { EventStream } from './event-stream.js';
import { type CallOptions, Http, HttpError, type Method, USER } from './http.js';
import { calledSession } from './native-parts.js';

export interface OpenCodeServerOptions extends ServerDeps {
  /** Start timeout: a start takes some seconds, and more on a busy machine. */
  startMs?: number;
  /** Request timeout: the first request for a folder takes some seconds. */
  requestMs?: number;
  /** How long the server may take to end the tools that it runs. */
  disposeMs?: number;
  /** How long the event stream may be silent. */
  silenceMs?: number;
  /** How soon the event stream is opened again. */
  backoffMs?: readonly [first: number, most: number];
}

export interface SessionListener {
  /** An event of one of its sessions. */
  onEvent(event: SessionEvent): void;
  /** Events may have been lost. */
  onGap(): void;
  /** The process has exited. */
  onExit(exit: ProcessExit): void;
}

interface Client {
  base: string;
  version: string | null;
  http: Http;
  events: EventStream;
}

/** A spawned process that has not reported its address yet. */
interface Launch {
  password: string;
  listening: Promise<string>;
}

const NAME = 'opencode serve';
/** Printed once the server listens; `--port 0` makes it choose a free port. */
const LISTENING = /listening on (http:\/\/127\.0\.0\.1:\d+)/;
const HEALTH_MS = 2_000;

const Health = z.object({ version: z.string().optional().catch(undefined) });

/** `opencode serve`: one process for many sessions. */
export class OpenCodeServer {
  readonly #options: Required<OpenCodeServerOptions>;
  readonly #claims = new Claims<SessionListener>();
  readonly #process: ServerProcess<Client>;
  readonly #launches = new WeakMap<AgentProcess, Launch>();

  constructor(options: OpenCodeServerOptions) {
    this.#options = {
      startMs: 60_000,
      requestMs: 60_000,
      disposeMs: 5_000,
      silenceMs: 30_000,
      backoffMs: [100, 5_000],
      ...options,
    };
    this.#process = new ServerProcess({
      name: NAME,
      program: () => this.#options.program(),
      spawn: (program) => this.#spawn(program),
      connect: (process) => this.#connect(process),
      onExit: (exit) => {
        for (const listener of this.#claims.clear()) listener.onExit(exit);
      },
    });
  }

  get status(): ServerStatusInfo {
    return { ...this.#process.status, baseUrl: this.#process.current?.base ?? null };
  }

  /** The version of the running process. */
  get version(): string | null {
    return this.#process.current?.version ?? null;
  }

  /** Sends a request to the server, which is started if need be. */
  async call(method: Method, path: string, options?: CallOptions): Promise<unknown> {
    const { http } = await this.#process.client();
    try {
      return await http.call(method, path, options);
    } catch (error) {
      if (error instanceof HttpError || error instanceof DeadlineError) throw error;
      // A broken connection is seen before the exit that caused it; listeners have to hear of the exit first.
      await Promise.race([this.#process.exited, sleep(1_000, undefined, { ref: false })]);
      throw new Error(`${NAME} cannot be reached: ${causeOf(error)}`, { cause: error });
    }
  }

  /** Sends a request about something that only the present process can know. */
  async callRunning(method: Method, path: string, options?: CallOptions): Promise<unknown> {
    if (this.#process.current === null) throw new Error(`${NAME} does not run`);
    return this.call(method, path, options);
  }

  join(listener: SessionListener): void {
    this.#claims.join(listener);
  }

  claim(session: string, listener: SessionListener): void {
    this.#claims.claim(session, listener);
  }

  leave(listener: SessionListener): void {
    this.#claims.leave(listener);
  }

  /** Ends the process for good. It has to end its tools itself: signals would leave them behind. */
  stop(): Promise<void> {
    return this.#process.stop(({ events, http }) => {
      events.stop();
      return http.call('POST', '/global/dispose', { ms: this.#options.disposeMs });
    });
  }

  #spawn({ command, args }: Program): AgentProcess {
    const password = randomBytes(24).toString('base64url');
    let onBase: (base: string) => void = () => {};
    const listening = new Promise<string>((resolve) => {
      onBase = resolve;
    });
    const process = this.#options.spawn({
      command,
      args: [...args, 'serve', '--hostname', '127.0.0.1', '--port', '0'],
      needsOutput: false,
      // The user may have set another name.
      env: { OPENCODE_SERVER_USERNAME: USER },
      secrets: { OPENCODE_SERVER_PASSWORD: password },
      onLine: (line) => {
        const base = LISTENING.exec(line)?.[1];
        if (base !== undefined) onBase(base);
      },
    });
    this.#launches.set(process, { password, listening });
    return process;
  }

  async #connect(process: AgentProcess): Promise<Client> {
    const { startMs } = this.#options;
    const given = new AbortController();
    void process.exited.then(() => given.abort());
    const late = sleep(startMs, undefined, { signal: given.signal }).then(() => {
      throw new DeadlineError(`the start of ${NAME}`, startMs);
    });
    const client = this.#greet(process, given.signal);
    try {
      return await Promise.race([client, late]);
    } finally {
      given.abort();
      // Whichever lost the race fails by the abort.
      for (const loser of [client, late]) loser.catch(() => {});
    }
  }

  async #greet(process: AgentProcess, signal: AbortSignal): Promise<Client> {
    const { silenceMs, backoffMs, requestMs } = this.#options;
    const { password, listening } = this.#launches.get(process)!;
    const base = await listening;
    const http = new Http({ base, password, ms: requestMs });
    const { version = null } = await this.#untilHealthy(http, signal);
    const events = new EventStream({
      open: (until) => http.stream('/global/event', until),
      onData: (data) => this.#route(data),
      onReopened: () => {
        for (const listener of this.#claims.listeners) listener.onGap();
      },
      silenceMs,
      backoffMs,
    });
    void process.exited.then(() => events.stop());
    await this.#untilStreaming(events, signal);
    return { base, version, http, events };
  }

  /** A connection that breaks while the server starts is no failure of the start. */
  async #untilStreaming(events: EventStream, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const failure = await events.start().then(
        () => null,
        (error: unknown) => error,
      );
      if (failure === null) return;
      if (failure instanceof HttpError) throw failure;
      await sleep(100, undefined, { signal, ref: false });
    }
  }

  /** A request that comes too early may never be answered, so it is repeated. */
  async #untilHealthy(http: Http, signal: AbortSignal): Promise<z.infer<typeof Health>> {
    const ms = Math.min(HEALTH_MS, this.#options.requestMs);
    for (let wait = 20; ; wait = Math.min(wait * 2, 500)) {
      signal.throwIfAborted();
      const health = await http.call('GET', '/global/health', { ms }).then(Health.parse, () => null);
      if (health !== null) return health;
      await sleep(wait, undefined, { signal, ref: false });
    }
  }

  #route(data: string): void {
    const event = unwrap(data);
    if (event === null) return;
    const owner = this.#claims.ownerOf(event.session) ?? this.#adopt(event);
    if (owner === undefined) return;
    this.#claimCalled(event, owner);
    owner.onEvent(event);
  }

  /** A sub-agent that is called again after a restart was created long ago, but belongs to the caller as well. */
  #claimCalled({ parsed }: SessionEvent, owner: SessionListener): void {
    if (!parsed?.ok || parsed.name !== 'message.part.updated') return;
    const { part } = parsed.message;
    const called = part.type === 'tool' ? calledSession(part) : null;
    if (called !== null && this.#claims.ownerOf(called) === undefined) this.claim(called, owner);
  }

  /** The session of a sub-agent belongs to the owner of the session that made it. */
  #adopt({ session, parsed }: SessionEvent): SessionListener | undefined {
    if (!parsed?.ok || parsed.name !== 'session.created') return undefined;
    const owner = this.#claims.ownerOf(parsed.message.info.parentID ?? '');
    if (owner !== undefined) this.claim(session, owner);
    return owner;
  }
}

function causeOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}
