import { onTestFinished } from 'vitest';
import WebSocket, { type ClientOptions } from 'ws';

export type Frame = Record<string, unknown> & {
  id?: string | number | null;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { code: number; message: string; data?: Record<string, unknown> };
};

/** A WebSocket without a protocol of its own: texts out, frames in, in the order in which they came. */
export class RawSocket {
  readonly frames: Frame[] = [];
  /** Resolves with the code that the connection is closed with. */
  readonly closed: Promise<number>;
  /** How many came, from the very first on. */
  pings = 0;
  private taken = 0;
  private wake: () => void = () => {};

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data) => {
      this.frames.push(JSON.parse(String(data)) as Frame);
      this.wake();
    });
    socket.on('ping', () => this.pings++);
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    void this.closed.then(() => this.wake());
    socket.on('error', () => {});
  }

  /** Closed when the test ends. */
  static async open(url: string, options: ClientOptions = {}): Promise<RawSocket> {
    const raw = new RawSocket(new WebSocket(`${url.replace('http', 'ws')}/v1/ws`, options));
    onTestFinished(() => raw.socket.terminate());
    await new Promise((resolve, reject) => raw.socket.once('open', resolve).once('error', reject));
    return raw;
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Calls with an id of its own, and does not wait for the answer. */
  call(id: string | number | null, method: string, params?: object): void {
    this.send({ jsonrpc: '2.0', id, method, params });
  }

  /** The next frame that has not been taken. */
  async next(): Promise<Frame> {
    while (this.taken >= this.frames.length) {
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error('closed while a frame was waited for');
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    return this.frames[this.taken++]!;
  }

  /** Takes frames until one passes; gives all that were taken. */
  async until(isLast: (frame: Frame) => boolean): Promise<Frame[]> {
    const frames = [await this.next()];
    while (!isLast(frames.at(-1)!)) frames.push(await this.next());
    return frames;
  }

  /** The answer to a call of this id; what came before it is taken too. */
  async answer(id: string | number | null): Promise<Frame> {
    return (await this.until((frame) => frame.id === id && !frame.method)).at(-1)!;
  }
}
