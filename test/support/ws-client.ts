import WebSocket from 'ws';
import type { UniversalEvent } from '../../src/schema/index.js';

interface Answer {
  id: number;
  result?: unknown;
  error?: { code: number; message: string; data?: { type: string; status: number } };
}
export interface Notification {
  method: string;
  params: Record<string, unknown>;
}
type Message = Answer | Notification;

export class RpcError extends Error {
  readonly code: number;
  readonly data: { type: string; status: number } | undefined;

  constructor(code: number, message: string, data: { type: string; status: number } | undefined) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** A minimal client that records all notifications in order. */
export class WsClient {
  readonly socket: WebSocket;
  readonly notifications: Notification[] = [];
  readonly #pending = new Map<number, (answer: Answer) => void>();
  readonly #waiting: { test: () => boolean; resolve: () => void; reject: (error: Error) => void }[] = [];
  #nextId = 1;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => this.#receive(JSON.parse(String(data)) as Message));
    socket.on('close', (code) => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error(`closed with ${code}`));
    });
    socket.on('error', () => {});
  }

  static async open(url: string, token: string | null = null): Promise<WsClient> {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/ws`, { headers });
    // Listen before the socket opens, so that no early message is missed.
    const client = new WsClient(socket);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return client;
  }

  call<T = unknown>(method: string, params?: object): Promise<T> {
    const id = this.#nextId++;
    this.socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return new Promise((resolve, reject) => {
      this.#pending.set(id, ({ result, error }) => {
        if (error) reject(new RpcError(error.code, error.message, error.data));
        else resolve(result as T);
      });
    });
  }

  events(sessionId: string): UniversalEvent[] {
    return this.notifications
      .filter(({ method, params }) => method === 'event' && params.session_id === sessionId)
      .map(({ params }) => params as unknown as UniversalEvent);
  }

  /** Resolves with the first matching notification, past or future. */
  async until(test: (notification: Notification) => boolean): Promise<Notification> {
    let found: Notification | undefined = this.notifications.find(test);
    if (found) return found;
    let checked = this.notifications.length;
    await new Promise<void>((resolve, reject) => {
      const isThere = () => {
        for (; checked < this.notifications.length && !found; checked++) {
          if (test(this.notifications[checked]!)) found = this.notifications[checked];
        }
        return found !== undefined;
      };
      this.#waiting.push({ test: isThere, resolve, reject });
    });
    return found!;
  }

  /** The next event of a type, at or after a sequence. */
  async event(sessionId: string, type: string, from = 1): Promise<UniversalEvent> {
    const { params } = await this.until(
      ({ method, params }) =>
        method === 'event' &&
        params.session_id === sessionId &&
        params.type === type &&
        (params.sequence as number) >= from,
    );
    return params as unknown as UniversalEvent;
  }

  async close(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    const closed = new Promise((resolve) => this.socket.once('close', resolve));
    this.socket.close();
    await closed;
  }

  #receive(message: Message): void {
    if ('method' in message) {
      this.notifications.push(message);
      for (const wait of [...this.#waiting]) {
        if (!wait.test()) continue;
        this.#waiting.splice(this.#waiting.indexOf(wait), 1);
        wait.resolve();
      }
    } else {
      this.#pending.get(message.id)?.(message);
      this.#pending.delete(message.id);
    }
  }
}
