import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { ProblemError } from '../../schema/index.js';
import { Flow } from '../flow.js';

/** Connections beyond the limit that are accepted to be told so; others are closed without a word. */
const SPARE = 100;

export interface ConnectionsOptions {
  /** How many there may be. */
  most: number;
  /** How long a client may leave an answer unread. */
  idleMs: number;
}

/** The connections of a server: how many there are, and what each of them may do. */
export class Connections {
  readonly #flows = new Map<Socket, Flow>();
  readonly #refused = new WeakSet<Socket>();
  readonly #lastAnswers = new WeakMap<Socket, Promise<void>>();
  readonly #options: ConnectionsOptions;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  /** `open`: connections that the server has already. */
  watch(server: Server, open: Iterable<Socket> = []): void {
    const { most, idleMs } = this.#options;
    server.maxConnections = most + SPARE;
    // With TLS, requests know the socket around the connection, which is there after the handshake.
    const opened = server instanceof TlsServer ? 'secureConnection' : 'connection';
    server.on(opened, (socket: Socket) => this.#add(socket));
    for (const socket of open) this.#add(socket);
    const sweep = setInterval(() => this.#endStuck(), idleMs);
    sweep.unref();
    server.once('close', () => clearInterval(sweep));
  }

  /** Refuses requests of connections beyond the limit. */
  check({ socket }: IncomingMessage): void {
    if (!this.#refused.has(socket)) return;
    const detail = `more than ${this.#options.most} connections at once (limit connections); try again later`;
    throw new ProblemError('overloaded', detail);
  }

  /**
   * Resolves when all earlier requests of the connection are answered. A client may send many at once, but their
   * answers must not pile up.
   */
  inTurn({ socket }: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    const before = this.#lastAnswers.get(socket);
    this.#lastAnswers.set(socket, new Promise((resolve) => response.once('close', resolve)));
    return before;
  }

  #add(socket: Socket): void {
    if (this.#flows.size >= this.#options.most) this.#refused.add(socket);
    this.#flows.set(socket, new Flow(socket));
    socket.once('close', () => this.#flows.delete(socket));
  }

  #endStuck(): void {
    for (const [socket, flow] of this.#flows) if (flow.look() === 'stuck') socket.destroy();
  }
}
