import { request } from 'node:http';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import WebSocket from 'ws';

/** Sends bytes that need not be HTTP, and gives back all that comes until the daemon hangs up. */
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

/** Posts a body that may be refused before all of it was sent, which `fetch` takes for a failure. */
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
    // The daemon stopped to listen; its answer may still come.
    posting.on('error', (error) => setImmediate(() => reject(error)));
    posting.end(body);
  });
}

/** A WebSocket that can say anything, and keeps what it is told. */
export class RudeClient {
  readonly told: string[] = [];
  closed: number | null = null;
  #waits: (() => void)[] = [];

  private constructor(readonly socket: WebSocket) {
    const wake = () => {
      for (const resolve of this.#waits.splice(0)) resolve();
    };
    socket.on('message', (data) => {
      this.told.push(String(data));
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

  /** Says something, and resolves with the next answer, or with the code of the close. */
  async say(
    data: string | Buffer,
  ): Promise<{ id?: unknown; error?: { code: number; data?: object } } | number> {
    const before = this.told.length;
    this.socket.send(data);
    await this.#until(() => this.told.length > before || this.closed !== null);
    return this.closed ?? JSON.parse(this.told[before]!);
  }

  /** Puts bytes on the wire below the protocol, and resolves with the code of the close. */
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
