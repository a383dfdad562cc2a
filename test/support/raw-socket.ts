import { onTestFinished } from 'vitest';
import WebSocket, { type ClientOptions } from 'ws';

export type Frame = Record<string, unknown> & {
  id?: string | number | null;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { code: number; message: string; data?: Record<string, unknown> };
};

/** A WebSocket that sends arbitrary text and records all frames in order. */
export class RawSocket {
  readonly frames: Frame[] = [];
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
  pings = 0;
  readonly socket: WebSocket;
  #read = 0;
  #wake: () => void = () => {};

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => {
      this.frames.push(JSON.parse(String(data)) as Frame);
      this.#wake();
    });
    socket.on('ping', () => this.pings++);
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    void this.closed.then(() => this.#wake());
    socket.on('error', () => {});
  }

  /** Opens a socket that is closed when the test ends. */
  static async open(url: string, options: ClientOptions = {}): Promise<RawSocket> {
    const raw = new RawSocket(new WebSocket(`${url.replace('http', 'ws')}/v1/ws`, options));
    onTestFinished(() => raw.socket.terminate());
    await new Promise((resolve, reject) => raw.socket.once('open', resolve).once('error', reject));
    return raw;
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Sends a call with the given id, without waiting for the response. */
  call(id: string | number | null, method: string, params?: object): void {
    this.send({ jsonrpc: '2.0', id, method, params });
  }

  /** The next unread frame. */
  async next(): Promise<Frame> {
    while (this.#read >= this.frames.length) {
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error('closed while waiting for a frame');
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.frames[this.#read++]!;
  }

  /** Reads frames up to the first match; returns all of them. */
  async until(isLast: (frame: Frame) => boolean): Promise<Frame[]> {
    const frames = [await this.next()];
    while (!isLast(frames.at(-1)!)) frames.push(await this.next());
    return frames;
  }

  /** Reads frames up to the response to a call. */
  async answer(id: string | number | null): Promise<Frame> {
    return (await this.until((frame) => frame.id === id && !frame.method)).at(-1)!;
  }
}
