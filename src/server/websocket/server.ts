import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { ProblemError } from '../../schema/index.js';
import { type AllowedOrigins, checkOrigin } from '../access/origin.js';
import { bearerOf, checkToken } from '../access/token.js';
import { endWithProblem } from '../http/raw-problem.js';
import { problemOf } from '../problems.js';
import type { Services } from '../services.js';
import { WebSocketConnection } from './connection.js';
import { BEARER, PROTOCOL, WS_PATH } from './protocol.js';

const MOST_FRAME = 16 * 1024 * 1024;

export interface WebSocketOptions {
  services: Services;
  token: string | null;
  allowedOrigins: AllowedOrigins;
  pingMs: number;
}

/** Accepts the WebSocket upgrades of an HTTP server. */
export class WebSocketUpgrade {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_FRAME,
    // Frames are built once for all readers; compressing them per connection would undo that.
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
  });
  readonly #connections = new Map<WebSocket, WebSocketConnection>();
  readonly #options: WebSocketOptions;
  readonly #pings: NodeJS.Timeout;
  readonly #unanswered = new WeakMap<WebSocket, number>();

  constructor(http: Server, options: WebSocketOptions) {
    this.#options = options;
    http.on('upgrade', (request, stream, head) => this.#upgrade(request, stream, head));
    this.#pings = setInterval(() => this.#ping(), options.pingMs);
    this.#pings.unref();
  }

  /** Closes all connections; clients that do not respond in time are disconnected. */
  async close(withinMs: number): Promise<void> {
    clearInterval(this.#pings);
    const gone = [...this.#connections.keys()].map(
      (socket) =>
        new Promise<void>((resolve) => {
          socket.once('close', () => resolve());
          socket.close(1001, 'the daemon is stopping');
        }),
    );
    const deadline = setTimeout(() => {
      for (const socket of this.#connections.keys()) socket.terminate();
    }, withinMs);
    await Promise.all(gone);
    clearTimeout(deadline);
  }

  #upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    stream.on('error', () => stream.destroy());
    try {
      this.#check(request);
    } catch (error) {
      return endWithProblem(stream, problemOf(error));
    }
    this.#server.handleUpgrade(request, stream, head, (socket) => this.#welcome(socket, stream));
  }

  #check({ url, headers }: IncomingMessage): void {
    const { allowedOrigins, token } = this.#options;
    const path = (url ?? '').split('?')[0];
    if (path !== WS_PATH) throw new ProblemError('not_found', `no WebSocket at ${path}; it is at ${WS_PATH}`);
    checkOrigin(headers, allowedOrigins);
    const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
    const inProtocol = offered.find((each) => each.startsWith(BEARER))?.slice(BEARER.length);
    checkToken(bearerOf(headers.authorization) ?? inProtocol, token);
  }

  #welcome(socket: WebSocket, stream: Duplex): void {
    const { services } = this.#options;
    const connection = new WebSocketConnection(socket, stream, services);
    this.#connections.set(socket, connection);
    services.metrics.connections.inc();
    socket.on('pong', () => this.#unanswered.set(socket, 0));
    socket.on('close', () => {
      this.#connections.delete(socket);
      services.metrics.connections.dec();
    });
  }

  /** Two missed pings close a connection; otherwise dead peers would be kept forever. */
  #ping(): void {
    for (const socket of this.#connections.keys()) {
      const missed = this.#unanswered.get(socket) ?? 0;
      if (missed >= 2) {
        socket.terminate();
        continue;
      }
      this.#unanswered.set(socket, missed + 1);
      socket.ping();
    }
  }
}
