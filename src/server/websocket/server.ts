import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { ProblemError } from '../../schema/index.js';
import type { Clock } from '../../sessions/index.js';
import { addressKey } from '../access/address.js';
import type { Caller } from '../access/caller.js';
import { type AllowedOrigins, checkOrigin } from '../access/origin.js';
import { tokenOf } from '../access/token.js';
import { Flow } from '../flow.js';
import type { Connections } from '../http/connections.js';
import { endWithProblem } from '../http/raw-problem.js';
import { problemOf } from '../problems.js';
import type { Services } from '../services.js';
import { WebSocketConnection } from './connection.js';
import { BEARER, PROTOCOL, REVOKED, WS_PATH } from './protocol.js';

const MOST_FRAME = 16 * 1024 * 1024;

export interface WebSocketOptions {
  services: Services;
  allowedOrigins: AllowedOrigins;
  connections: Connections;
  pingMs: number;
  clock?: Pick<Clock, 'setTimeout' | 'clearTimeout'> | undefined;
}

/** An HTTP server, or what stands for one. */
interface UpgradeSource {
  on(event: 'upgrade', listener: (request: IncomingMessage, stream: Duplex, head: Buffer) => void): unknown;
}

/** A client, and what tells whether it is alive. */
interface Client {
  flow: Flow;
  /** Pings since its last sign of life. */
  unanswered: number;
}

/** Accepts the WebSocket upgrades of HTTP servers. */
export class WebSocketUpgrade {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_FRAME,
    // Frames are built once for all readers; compressing them per connection would undo that.
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
  });
  readonly #clients = new Map<WebSocket, Client>();
  readonly #options: WebSocketOptions;
  readonly #clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
  #nextPing: unknown;

  constructor(servers: readonly UpgradeSource[], options: WebSocketOptions) {
    this.#options = options;
    for (const http of servers)
      http.on('upgrade', (request, stream, head) => this.#upgrade(request, stream, head));
    this.#clock = options.clock ?? { setTimeout, clearTimeout };
    this.#schedulePing();
  }

  /** Closes all connections; clients that do not respond in time are disconnected. */
  async close(withinMs: number): Promise<void> {
    this.#clock.clearTimeout(this.#nextPing as NodeJS.Timeout);
    const gone = [...this.#clients.keys()].map(
      (socket) =>
        new Promise<void>((resolve) => {
          socket.once('close', () => resolve());
          socket.close(1001, 'the daemon is stopping');
        }),
    );
    const deadline = setTimeout(() => {
      for (const socket of this.#clients.keys()) socket.terminate();
    }, withinMs);
    await Promise.all(gone);
    clearTimeout(deadline);
  }

  #upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    stream.on('error', () => stream.destroy());
    const address = addressKey(request.socket.remoteAddress);
    const refuse = (error: unknown) => {
      this.#options.services.turnedAway.note(error, address);
      endWithProblem(stream, problemOf(error));
    };
    try {
      const caller = this.#identify(request, address);
      // A caller with a right token is let in at once.
      if (caller instanceof Promise) return void caller.catch(refuse);
      const welcome = (socket: WebSocket) => this.#welcome(socket, stream, { caller, address });
      this.#server.handleUpgrade(request, stream, head, welcome);
    } catch (error) {
      refuse(error);
    }
  }

  #identify(request: IncomingMessage, address: string): Caller | Promise<never> {
    const { allowedOrigins, services, connections } = this.#options;
    const { url, headers } = request;
    connections.check(request);
    const path = (url ?? '').split('?')[0];
    if (path !== WS_PATH) throw new ProblemError('not_found', `no WebSocket at ${path}; it is at ${WS_PATH}`);
    checkOrigin(headers, allowedOrigins);
    const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
    const inProtocol = offered.find((each) => each.startsWith(BEARER))?.slice(BEARER.length);
    return services.authenticator.identify(tokenOf(headers.authorization) ?? inProtocol, address);
  }

  #welcome(socket: WebSocket, stream: Duplex, by: { caller: Caller; address: string }): void {
    const { services } = this.#options;
    new WebSocketConnection(socket, stream, services, by);
    const revoked = () => socket.close(REVOKED, 'the token was revoked or has expired');
    const done = services.tokens.uses.add(by.caller.id, revoked);
    const client = { flow: new Flow(stream as Socket), unanswered: 0 };
    this.#clients.set(socket, client);
    services.metrics.connected(1);
    socket.on('pong', () => {
      client.unanswered = 0;
    });
    socket.on('close', () => {
      done();
      this.#clients.delete(socket);
      services.metrics.connected(-1);
    });
  }

  #schedulePing(): void {
    const timer: unknown = this.#clock.setTimeout(() => {
      this.#ping();
      this.#schedulePing();
    }, this.#options.pingMs);
    (timer as Partial<NodeJS.Timeout>).unref?.();
    this.#nextPing = timer;
  }

  /**
   * Two missed pings close a connection; otherwise dead peers would be kept forever. A ping waits behind the data of a
   * slow reader, so taking data is a sign of life, too.
   */
  #ping(): void {
    for (const [socket, client] of this.#clients) {
      if (client.flow.look() === 'moving') client.unanswered = 0;
      if (client.unanswered >= 2) {
        socket.terminate();
        continue;
      }
      client.unanswered++;
      socket.ping();
    }
  }
}
