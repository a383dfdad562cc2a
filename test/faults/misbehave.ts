import { request } from 'node:http';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import WebSocket from 'ws';

/** Sends bytes that need not be HTTP, and returns everything received until the daemon hangs up. */
export function sendBytes(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
    socket.write(bytes);
  });
}

export interface Answer {
  status: number;
  type: string | undefined;
  body: string;
}

/** Posts a body that may be refused before all of it was sent, which `fetch` would treat as a failure. */
export function post(url: string, body: Buffer | string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const posting = request(url, { method: 'POST', agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('close', () =>
        resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'], body: text }),
      );
    });
    // The daemon has stopped reading; its answer may still arrive.
    posting.on('error', (error) => setImmediate(() => reject(error)));
    posting.end(body);
  });
}

/** A WebSocket that can send anything, and records what it receives. */
export class RudeClient {
  readonly received: string[] = [];
  closed: number | null = null;
  #waits: (() => void)[] = [];
  readonly socket: WebSocket;

  constructor(socket: WebSocket) {
    this.socket = socket;

    const wake = () => {
      for (const resolve of this.#waits.splice(0)) resolve();
    };
    socket.on('message', (data) => {
      this.received.push(String(data));
      wake();
    });
    socket.on('close', (code) => {
      this.closed = code;
      wake();
    });
    socket.on('error', () => {});
  }

  static async open(url: string): Promise<RudeClient> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/ws`);
    onTestFinished(() => socket.terminate());
    const client = new RudeClient(socket);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return client;
  }

  /** Sends a message, and resolves with the next answer or the close code. */
  async say(
    data: string | Buffer,
  ): Promise<{ id?: unknown; error?: { code: number; data?: object } } | number> {
    const before = this.received.length;
    this.socket.send(data);
    await this.#until(() => this.received.length > before || this.closed !== null);
    return this.closed ?? JSON.parse(this.received[before]!);
  }

  /** Writes bytes below the protocol, and resolves with the close code. */
  async sendBelow(bytes: Buffer): Promise<number> {
    const { _socket: below } = this.socket as unknown as { _socket: NodeJS.WritableStream };
    below.write(bytes);
    await this.#until(() => this.closed !== null);
    return this.closed!;
  }

  async #until(isDone: () => boolean): Promise<void> {
    while (!isDone()) await new Promise<void>((resolve) => this.#waits.push(resolve));
  }
}
