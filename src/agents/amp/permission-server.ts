import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { z } from 'zod';
import { SERVER, SERVER_KEY } from './permission-protocol.js';

const HelperRequest = z.object({ key: z.string(), tool: z.string(), input: z.unknown() });

/** A tool's input may contain a whole file; a longer request is rejected. */
const MAX_REQUEST_LENGTH = 64 * 1024 * 1024;

export interface PermissionServerOptions {
  /** Path of the Unix socket to listen on, in a folder that only the user can access. */
  socket: string;
  onAsk(request: string, use: { tool: string; input: unknown }): void;
  /** The helper program disconnected before it got a reply. */
  onGone(request: string): void;
}

/** Receives the requests of one connection's helper programs. They do not appear in Amp's own output. */
export class PermissionServer {
  readonly #options: PermissionServerOptions;
  readonly #key = randomBytes(24).toString('base64url');
  readonly #waiting = new Map<string, Socket>();
  readonly #open = new Set<Socket>();
  readonly #server: Server;

  constructor(options: PermissionServerOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#onConnection(socket));
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(this.#options.socket, resolve);
    });
  }

  /** Writes the script that Amp runs. Amp passes no arguments, so the socket and the key are part of the script. */
  async writeProgram(path: string): Promise<void> {
    const environment = `${SERVER}=${quoted(this.#options.socket)} ${SERVER_KEY}=${quoted(this.#key)}`;
    const script = `#!/bin/sh\n${environment} exec ${quoted(process.execPath)} ${quoted(helperProgram())}\n`;
    await writeFile(path, script, { mode: 0o700 });
  }

  isPending(request: string): boolean {
    return this.#waiting.has(request);
  }

  /** Replies once; ignored if the helper program is gone. */
  reply(request: string, allow: boolean, message: string | null = null): void {
    const socket = this.#waiting.get(request);
    this.#waiting.delete(request);
    socket?.end(JSON.stringify({ allow, ...(message === null ? {} : { message }) }));
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #onConnection(socket: Socket): void {
    let received = '';
    let request: string | null = null;
    this.#open.add(socket);
    socket.setEncoding('utf8');
    socket.on('error', () => {});
    socket.on('data', (chunk: string) => {
      if (request !== null) return;
      received += chunk;
      if (received.length > MAX_REQUEST_LENGTH) socket.destroy();
      if (!received.includes('\n')) return;
      const parsed = this.#parse(received);
      if (parsed === null) return void socket.destroy();
      request = randomUUID();
      this.#waiting.set(request, socket);
      this.#options.onAsk(request, { tool: parsed.tool, input: parsed.input });
    });
    socket.on('close', () => {
      this.#open.delete(socket);
      if (request !== null && this.#waiting.delete(request)) this.#options.onGone(request);
    });
  }

  #parse(line: string): z.infer<typeof HelperRequest> | null {
    try {
      const request = HelperRequest.parse(JSON.parse(line));
      return isSame(request.key, this.#key) ? request : null;
    } catch {
      return null;
    }
  }
}

/** The files that Amp has to be able to read to run the script. */
export function helperFiles(): string[] {
  return [dirname(helperProgram()), createRequire(import.meta.url).resolve('greenroom/package.json')];
}

function helperProgram(): string {
  return createRequire(import.meta.url).resolve('greenroom/amp-permission');
}

function isSame(given: string, key: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(key)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Quotes a word for the shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
