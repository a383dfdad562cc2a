import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { ServerStatusInfo } from '../../schema/index.js';
import type { AgentProcess, ProcessExit, Program, SpawnOptions } from '../agent.js';
import { type ServerEvent, sessionOf, unwrap } from './envelope.js';
import { EventStream } from './event-stream.js';
import { type CallOptions, DeadlineError, Http, HttpError, USER } from './http.js';

export interface OpenCodeServerOptions {
  /** The program, as it is found when a process is needed. */
  program(): Promise<Program>;
  /** Starts a process that belongs to no session. */
  spawn(options: SpawnOptions): AgentProcess;
  /** How long a start may take: some seconds, and more where the machine is busy. */
  startMs?: number;
  /** How long an answer may take. The first one for a folder takes some seconds. */
  requestMs?: number;
  /** How long the server may take to end what it runs. */
  disposeMs?: number;
  /** How long its events may be silent, and how soon they are asked for again. */
  silenceMs?: number;
  backoffMs?: readonly [first: number, most: number];
}

/** One who has sessions on the server. */
export interface SessionListener {
  /** An event of one of its sessions; parsed, but for deltas, of which there are too many. */
  onEvent(text: string, event: ServerEvent | null): void;
  /** Events may have been lost. */
  onGap(): void;
  /** The process is gone, with all that ran. */
  onExit(exit: ProcessExit): void;
}

interface Running {
  process: AgentProcess;
  since: number;
  password: string;
  /** Where it listens; null as long as it does not. */
  base: string | null;
  events: EventStream | null;
}

type Method = Parameters<Http['call']>[0];

/** Its news of where it listens; without a port of its own it is given one that is free. */
const LISTENING = /listening on (http:\/\/127\.0\.0\.1:\d+)/;

/** `opencode serve`: one process for the sessions of many folders. It starts when it is needed, and again after a crash. */
export class OpenCodeServer {
  readonly #options: Required<OpenCodeServerOptions>;
  readonly #listeners = new Set<SessionListener>();
  readonly #sessions = new Map<string, SessionListener>();
  #running: Running | null = null;
  #ready: Promise<Http> | null = null;
  #starts = 0;
  #stopped = false;
  #lastError: string | null = null;

  constructor(options: OpenCodeServerOptions) {
    this.#options = {
      startMs: 60_000,
      requestMs: 60_000,
      disposeMs: 5_000,
      silenceMs: 30_000,
      backoffMs: [100, 5_000],
      ...options,
    };
  }

  get status(): ServerStatusInfo {
    return {
      status: this.#running ? 'running' : this.#lastError === null ? 'stopped' : 'error',
      restartCount: Math.max(0, this.#starts - 1),
      baseUrl: this.#running?.base ?? null,
      lastError: this.#lastError,
      uptimeMs: this.#running && Date.now() - this.#running.since,
    };
  }

  /** Asks the server, which is started if it does not run. */
  async call(method: Method, path: string, options?: CallOptions): Promise<unknown> {
    this.#ready ??= this.#start();
    const http = await this.#ready;
    try {
      return await http.call(method, path, options);
    } catch (error) {
      if (error instanceof HttpError || error instanceof DeadlineError) throw error;
      // Its end is seen here before it is told: who hears of both has to hear of the end first.
      await Promise.race([this.#running?.process.exited, sleep(1_000, undefined, { ref: false })]);
      throw new Error(`opencode serve cannot be reached: ${causeOf(error)}`, { cause: error });
    }
  }

  /** Asks the server about what only the one that runs now can know. */
  async callRunning(method: Method, path: string, options?: CallOptions): Promise<unknown> {
    if (this.#running === null) throw new Error('opencode serve does not run');
    return this.call(method, path, options);
  }

  /** From now on the listener is told when the server goes. */
  join(listener: SessionListener): void {
    this.#listeners.add(listener);
  }

  /** From now on the session's events are the listener's. */
  claim(session: string, listener: SessionListener): void {
    this.#sessions.set(session, listener);
  }

  /** The sessions of a listener: its own, and those of its sub-agents. */
  sessionsOf(listener: SessionListener): string[] {
    return [...this.#sessions].flatMap(([session, owner]) => (owner === listener ? [session] : []));
  }

  leave(listener: SessionListener): void {
    this.#listeners.delete(listener);
    for (const session of this.sessionsOf(listener)) this.#sessions.delete(session);
  }

  /** For good. What the server runs it has to end itself: signals would leave its tools behind. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const running = this.#running;
    if (running === null) return;
    running.events?.stop();
    const ms = this.#options.disposeMs;
    if (running.base !== null)
      await this.#http(running, running.base)
        .call('POST', '/global/dispose', { ms })
        .catch(() => {});
    await running.process.stop();
  }

  async #start(): Promise<Http> {
    try {
      const { command, args } = await this.#options.program();
      if (this.#stopped) throw new Error('opencode serve was stopped');
      return await this.#launch(command, [...args, 'serve', '--hostname', '127.0.0.1', '--port', '0']);
    } catch (error) {
      this.#ready = null;
      this.#lastError = error instanceof Error ? error.message : String(error);
      // One that does not answer is of no use; one that has exited is told of by `exited`.
      void this.#running?.process.stop();
      throw error;
    }
  }

  async #launch(command: string, args: string[]): Promise<Http> {
    const { spawn, startMs } = this.#options;
    const password = randomBytes(24).toString('base64url');
    let tell: (base: string) => void = () => {};
    const listening = new Promise<string>((resolve) => {
      tell = resolve;
    });
    const process = spawn({
      command,
      args,
      // The user may have another name for his own.
      env: { OPENCODE_SERVER_USERNAME: USER, OPENCODE_SERVER_PASSWORD: password },
      onLine: (line) => {
        const base = LISTENING.exec(line)?.[1];
        if (base !== undefined) tell(base);
      },
    });
    const running: Running = { process, since: Date.now(), password, base: null, events: null };
    this.#running = running;
    this.#starts++;
    const exited = process.exited.then((exit) => this.#exited(running, exit));
    const deadline = new AbortController();
    const late = sleep(startMs, undefined, { signal: deadline.signal }).then(() => {
      throw new DeadlineError('the start of opencode serve', startMs);
    });
    const greeted = listening.then((base) => this.#greet(running, base, deadline.signal));
    try {
      return await Promise.race([greeted, exited, late]);
    } finally {
      deadline.abort();
      // Whoever lost the race has nobody left to tell.
      for (const loser of [greeted, exited, late]) loser.catch(() => {});
    }
  }

  /** A request that comes too early may never be answered, so it is asked until it answers. */
  async #greet(running: Running, base: string, given: AbortSignal): Promise<Http> {
    const { silenceMs, backoffMs, requestMs } = this.#options;
    const http = this.#http(running, base);
    for (let wait = 20; !given.aborted; wait = Math.min(wait * 2, 500)) {
      const isUp = await http.call('GET', '/global/health', { ms: Math.min(2_000, requestMs) }).then(
        () => true,
        () => false,
      );
      if (isUp) break;
      await sleep(wait, undefined, { signal: given, ref: false });
    }
    const events = new EventStream({
      open: (signal) => http.stream('/global/event', signal),
      onData: (data) => this.#take(data),
      onReopened: () => {
        for (const listener of [...this.#listeners]) listener.onGap();
      },
      silenceMs,
      backoffMs,
    });
    running.events = events;
    await events.start();
    running.base = base;
    this.#lastError = null;
    return http;
  }

  #http({ password }: Running, base: string): Http {
    return new Http({ base, password, ms: this.#options.requestMs });
  }

  #exited(running: Running, exit: ProcessExit): never {
    const why = `opencode serve ended: ${describe(exit)}`;
    running.events?.stop();
    if (this.#running === running) {
      this.#running = null;
      this.#ready = null;
      if (exit.code !== 0 && !this.#stopped) this.#lastError = why;
      this.#sessions.clear();
      const listeners = [...this.#listeners];
      this.#listeners.clear();
      for (const listener of listeners) listener.onExit(exit);
    }
    throw new Error(why);
  }

  #take(data: string): void {
    const unwrapped = unwrap(data);
    if (unwrapped === null) return;
    const { text, session, event } = unwrapped;
    const owner = this.#sessions.get(session) ?? this.#adopt(session, event);
    owner?.onEvent(text, event);
  }

  /** A session that was made by one of a listener's, for a sub-agent, is the listener's too. */
  #adopt(session: string, event: ServerEvent | null): SessionListener | undefined {
    const parent = event?.type === 'session.created' ? sessionOf(event).parent : null;
    const owner = parent == null ? undefined : this.#sessions.get(parent);
    if (owner !== undefined) this.claim(session, owner);
    return owner;
  }
}

function causeOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}

function describe({ failure, code, signal, stderr }: ProcessExit): string {
  const how = failure ?? (signal === null ? `exit code ${code}` : `signal ${signal}`);
  const last = stripVTControlCharacters((stderr.tail ?? stderr.head).trim().split('\n').at(-1) ?? '');
  return last ? `${how}: ${last}` : how;
}
