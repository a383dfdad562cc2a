import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { checkMs, type HttpTimeouts } from './timeouts.js';

/** A client may send many requests at once, which must not pile up here. */
const MOST_WAITING = 1000;

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;
type UpgradeHandler = (request: IncomingMessage, stream: Duplex, head: Buffer) => void;

export interface DoorwayOptions {
  host: string;
  port: number;
  timeouts: HttpTimeouts;
  /** Answers a request that needs nothing of the rest of the daemon; false if it has to wait. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
}

/**
 * An HTTP server that listens while most of the daemon is still being loaded. Requests wait until it is opened, but for
 * those that can be answered without.
 */
export class Doorway {
  readonly server: Server;
  readonly #options: DoorwayOptions;
  readonly #sockets = new Set<Socket>();
  #waiting: { socket: Duplex; handle: () => void }[] = [];
  #isOpen = false;
  #onRequest: RequestHandler | null = null;
  #onUpgrade: UpgradeHandler | null = null;

  constructor(options: DoorwayOptions) {
    const { headersMs, idleMs } = options.timeouts;
    this.#options = options;
    this.server = createServer(
      {
        headersTimeout: headersMs,
        connectionsCheckingInterval: checkMs(headersMs),
        keepAliveTimeout: idleMs,
      },
      (request, response) => this.#request(request, response),
    );
    this.server.requestTimeout = 0;
    this.server.on('upgrade', (request, stream, head) => this.#upgrade(request, stream, head));
    this.server.on('connection', this.#connected);
  }

  static async listen(options: DoorwayOptions): Promise<Doorway> {
    const doorway = new Doorway(options);
    const { server } = doorway;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: options.host, port: options.port }, () => {
        server.off('error', reject);
        resolve();
      });
    });
    return doorway;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The connections so far. */
  get sockets(): Iterable<Socket> {
    return this.#sockets;
  }

  /** Says who handles requests once the doorway is open. */
  serve(handler: RequestHandler): Server {
    this.#onRequest = handler;
    return this.server;
  }

  on(_event: 'upgrade', handler: UpgradeHandler): void {
    this.#onUpgrade = handler;
  }

  /** Lets in whoever waits, in order, and all who come. */
  open(): void {
    this.#isOpen = true;
    this.server.off('connection', this.#connected);
    this.#sockets.clear();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { handle } of waiting) handle();
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
      // Upgraded connections are none of the server's any more.
      for (const { socket } of this.#waiting) socket.destroy();
    });
  }

  readonly #connected = (socket: Socket): void => {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  };

  #request(request: IncomingMessage, response: ServerResponse): void {
    if (this.#isOpen) return this.#onRequest?.(request, response);
    if (this.#options.answer(request, response)) return;
    this.#wait(request.socket, () => this.#onRequest?.(request, response));
  }

  #upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    if (this.#isOpen) return this.#onUpgrade?.(request, stream, head);
    stream.on('error', () => stream.destroy());
    this.#wait(stream, () => this.#onUpgrade?.(request, stream, head));
  }

  #wait(socket: Duplex, handle: () => void): void {
    if (this.#waiting.length >= MOST_WAITING) socket.destroy();
    else this.#waiting.push({ socket, handle });
  }
}
