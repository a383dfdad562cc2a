import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { ProblemError } from '../../schema/index.js';
import { checkOrigin, type Doormen } from '../origin.js';
import { problemOf } from '../problems.js';
import { endWithProblem } from '../raw-problem.js';
import type { Services } from '../services.js';
import { bearerOf, checkToken } from '../token.js';
import { WebSocketConnection } from './connection.js';

export const WS_PATH = '/v1/ws';
export const PROTOCOL = 'greenroom.v1';
/** From a browser the token comes as a subprotocol: it can set no headers. */
const BEARER = 'bearer.';
const MOST_FRAME = 16 * 1024 * 1024;

export interface WebSocketOptions {
  services: Services;
  token: string | null;
  doormen: Doormen;
  pingMs: number;
}

/** Takes the upgrades of an HTTP server. */
export class WebSocketDoor {
  private readonly server = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_FRAME,
    // Frames are built once for all readers; compressing them for each would undo that.
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
  });
  private readonly connections = new Map<WebSocket, WebSocketConnection>();
  private readonly pings: NodeJS.Timeout;
  private readonly unanswered = new WeakMap<WebSocket, number>();

  constructor(
    http: Server,
    private readonly options: WebSocketOptions,
  ) {
    http.on('upgrade', (request, stream, head) => this.upgrade(request, stream, head));
    this.pings = setInterval(() => this.ping(), options.pingMs);
    this.pings.unref();
  }

  /** Says goodbye; who does not answer within the time is cut off. */
  async close(withinMs: number): Promise<void> {
    clearInterval(this.pings);
    const gone = [...this.connections.keys()].map(
      (socket) =>
        new Promise<void>((resolve) => {
          socket.once('close', () => resolve());
          socket.close(1001, 'the daemon stops');
        }),
    );
    const deadline = setTimeout(() => {
      for (const socket of this.connections.keys()) socket.terminate();
    }, withinMs);
    await Promise.all(gone);
    clearTimeout(deadline);
  }

  private upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    stream.on('error', () => stream.destroy());
    try {
      this.check(request);
    } catch (error) {
      return endWithProblem(stream, problemOf(error));
    }
    this.server.handleUpgrade(request, stream, head, (socket) => this.welcome(socket, stream));
  }

  private check({ url, headers }: IncomingMessage): void {
    const { doormen, token } = this.options;
    const path = (url ?? '').split('?')[0];
    if (path !== WS_PATH) throw new ProblemError('not_found', `no WebSocket at ${path}; it is at ${WS_PATH}`);
    checkOrigin(headers, doormen);
    const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
    const inProtocol = offered.find((each) => each.startsWith(BEARER))?.slice(BEARER.length);
    checkToken(bearerOf(headers.authorization) ?? inProtocol, token);
  }

  private welcome(socket: WebSocket, stream: Duplex): void {
    const { services } = this.options;
    const connection = new WebSocketConnection(socket, stream, services, services.logger);
    this.connections.set(socket, connection);
    services.metrics.connections.inc();
    socket.on('pong', () => this.unanswered.set(socket, 0));
    socket.on('close', () => {
      this.connections.delete(socket);
      services.metrics.connections.dec();
    });
  }

  /** Two missed pings close a connection: a dead peer would be held for ever. */
  private ping(): void {
    for (const socket of this.connections.keys()) {
      const missed = this.unanswered.get(socket) ?? 0;
      if (missed >= 2) {
        socket.terminate();
        continue;
      }
      this.unanswered.set(socket, missed + 1);
      socket.ping();
    }
  }
}
