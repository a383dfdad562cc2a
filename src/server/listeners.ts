import type { Server } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { isLoopbackHost } from './access/open-url.js';
import type { Doorway } from './http/doorway.js';
import type { TlsFiles } from './http/tls.js';
import { TlsRenewal } from './http/tls-renewal.js';
import { listenOnSocket } from './http/unix-socket.js';

export interface ListenersOptions {
  app: FastifyInstance;
  /** What listens already for the app, if anything does. */
  doorway: Doorway | null;
  host: string;
  /** Null if there is only the socket. */
  port: number | null;
  socket: { server: Server; path: string } | null;
  /** Whose content the app already uses. */
  tls: TlsFiles | null;
  /** How often to look for a renewed certificate. */
  renewalMs: number;
  now: () => number;
  logger: Logger;
}

/** The address and the socket that a daemon listens on. */
export class Listeners {
  readonly #options: ListenersOptions;
  #renewal: TlsRenewal | null = null;

  constructor(options: ListenersOptions) {
    this.#options = options;
  }

  /** The port that it listens on; null if none. */
  get port(): number | null {
    const address = this.#options.app.server.address();
    return address === null ? null : (address as AddressInfo).port;
  }

  /** Where clients find it: `https://127.0.0.1:2468`, or `unix:/run/greenroom.sock`. */
  get url(): string {
    const { host, socket, tls } = this.#options;
    if (this.port === null) return `unix:${socket?.path}`;
    const name = host.includes(':') ? `[${host}]` : host;
    return `${tls ? 'https' : 'http'}://${name}:${this.port}`;
  }

  async open(): Promise<void> {
    const { app, doorway, host, port, socket, tls, renewalMs, now, logger } = this.#options;
    await app.ready();
    if (socket) await listenOnSocket(socket.server, socket.path);
    if (port === null) return;
    if (doorway) doorway.open();
    else await app.listen({ host, port, listenTextResolver: () => 'listening' });
    if (tls) {
      const server = app.server as unknown as SecureServer;
      this.#renewal = new TlsRenewal({ files: tls, server, logger, everyMs: renewalMs, now });
    } else if (!isLoopbackHost(host)) {
      logger.warn(
        `${this.url} can be reached by others, and is not encrypted: whoever is on the way can read everything, the token included. Use --tls-cert and --tls-key, or a proxy with TLS in front of 127.0.0.1`,
      );
    }
  }

  /** Closes all connections, and removes the socket. */
  async close(): Promise<void> {
    const { app, doorway, socket } = this.#options;
    await this.#renewal?.stop();
    await Promise.all([app.close(), doorway?.close(), socket && closed(socket.server)]);
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // It was never opened if the daemon could not start.
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
