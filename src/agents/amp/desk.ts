import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer, type Server, type Socket } from 'node:net';
import { z } from 'zod';
import { DESK, DESK_KEY } from './desk-protocol.js';

const Question = z.object({ key: z.string(), tool: z.string(), input: z.unknown() });

/** Files may be written by a tool's input; what is longer is no question. */
const LONGEST = 64 * 1024 * 1024;

export interface DeskOptions {
  /** Where it listens: a file that only we may reach. */
  socket: string;
  onAsk(request: string, use: { tool: string; input: unknown }): void;
  /** Who asked is gone and needs no answer any more. */
  onGone(request: string): void;
}

/** Where the helper programs of one connection ask. Who listens to Amp's own output never hears of these. */
export class PermissionDesk {
  readonly #options: DeskOptions;
  readonly #key = randomBytes(24).toString('base64url');
  readonly #waiting = new Map<string, Socket>();
  readonly #open = new Set<Socket>();
  readonly #server: Server;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#hear(socket));
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(this.#options.socket, resolve);
    });
  }

  /** Writes the program that Amp is told of: it takes no arguments, so that the way to the desk is written in it. */
  async writeProgram(path: string): Promise<void> {
    const helper = createRequire(import.meta.url).resolve('greenroom/amp-permission');
    const environment = `${DESK}=${quoted(this.#options.socket)} ${DESK_KEY}=${quoted(this.#key)}`;
    const script = `#!/bin/sh\n${environment} exec ${quoted(process.execPath)} ${quoted(helper)}\n`;
    await writeFile(path, script, { mode: 0o700 });
  }

  /** Whether who asked still waits for an answer. */
  waits(request: string): boolean {
    return this.#waiting.has(request);
  }

  /** Answers, once: one who is gone has no use for it. */
  answer(request: string, allow: boolean, message: string | null = null): void {
    const socket = this.#waiting.get(request);
    this.#waiting.delete(request);
    socket?.end(JSON.stringify({ allow, ...(message === null ? {} : { message }) }));
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #hear(socket: Socket): void {
    let asked = '';
    let request: string | null = null;
    this.#open.add(socket);
    socket.setEncoding('utf8');
    socket.on('error', () => {});
    socket.on('data', (chunk: string) => {
      if (request !== null) return;
      asked += chunk;
      if (asked.length > LONGEST) socket.destroy();
      if (!asked.includes('\n')) return;
      const question = this.#read(asked);
      if (question === null) return void socket.destroy();
      request = randomUUID();
      this.#waiting.set(request, socket);
      this.#options.onAsk(request, { tool: question.tool, input: question.input });
    });
    socket.on('close', () => {
      this.#open.delete(socket);
      if (request !== null && this.#waiting.delete(request)) this.#options.onGone(request);
    });
  }

  #read(line: string): z.infer<typeof Question> | null {
    try {
      const question = Question.parse(JSON.parse(line));
      return isSame(question.key, this.#key) ? question : null;
    } catch {
      return null;
    }
  }
}

function isSame(given: string, key: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(key)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A word of the shell's. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
