import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { Roots } from '../../../src/agents/agent.js';
import type {
  Decision,
  Native,
  NativeCommand,
  NativeOf,
  NativeType,
} from '../../../src/agents/mock/native.js';
import { translator } from '../../../src/agents/mock/translate.js';
import { Draft } from '../../../src/schema/index.js';

export const programPath = createRequire(import.meta.url).resolve('greenroom/mock-agent');

/** Starts the real program, which is stopped at the end of the test. */
export function startMock(args: string[] = [], options: { cwd?: string } = {}): MockProgram {
  const program = new MockProgram(args, options);
  onTestFinished(() => program.kill());
  return program;
}

type Line = Native | { type: 'unparsed'; text: string };

export class MockProgram {
  readonly lines: string[] = [];
  readonly messages: Line[] = [];
  stderr = '';
  readonly exited: Promise<{ code: number | null; signal: string | null }>;
  readonly outputEnded: Promise<unknown>;
  readonly #child;
  #waiting: { test(message: Line): boolean; resolve(message: Line): void }[] = [];

  constructor(args: string[], { cwd }: { cwd?: string }) {
    this.#child = spawn(process.execPath, [programPath, '--session', 's1', ...args], { cwd });
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#take(line));
    this.outputEnded = once(this.#child.stdout, 'end');
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.#child.stdin.on('error', () => {});
    this.exited = once(this.#child, 'close').then(([code, signal]) => ({ code, signal }));
  }

  get pid(): number {
    return this.#child.pid!;
  }

  write(text: string): void {
    this.#child.stdin.write(text);
  }

  send(command: NativeCommand): void {
    this.write(`${JSON.stringify(command)}\n`);
  }

  endInput(): void {
    this.#child.stdin.end();
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.exited;
  }

  /** The next message of a type. */
  next<T extends NativeType>(type: T): Promise<NativeOf<T>> {
    return new Promise((resolve) => {
      const test = (message: Line) => message.type === type;
      this.#waiting.push({ test, resolve: (message) => resolve(message as NativeOf<T>) });
    });
  }

  hello(): Promise<NativeOf<'ready'>> {
    const ready = this.next('ready');
    this.send({ type: 'hello', client: 'test', protocol: 1 });
    return ready;
  }

  /** Runs a turn to its end and returns everything it sent. */
  async turn(text: string): Promise<RecordedTurn> {
    const from = this.lines.length;
    const ended = this.next('turn_ended');
    this.send({ type: 'user', text, turn: 'turn_1' });
    await ended;
    return this.since(from);
  }

  since(from: number): RecordedTurn {
    return new RecordedTurn(this.lines.slice(from), this.messages.slice(from));
  }

  #take(line: string): void {
    let message: Line;
    try {
      message = JSON.parse(line);
    } catch {
      message = { type: 'unparsed', text: line };
    }
    this.lines.push(line);
    this.messages.push(message);
    const matching = this.#waiting.filter(({ test }) => test(message));
    this.#waiting = this.#waiting.filter((waiter) => !matching.includes(waiter));
    for (const { resolve } of matching) resolve(message);
  }
}

export type Reply = Decision | string[][] | null;

/** Runs a turn and replies to its requests in order. */
export async function answered(mock: MockProgram, text: string, replies: Reply[]): Promise<RecordedTurn> {
  const turn = mock.turn(text);
  for (const reply of replies) {
    if (typeof reply === 'string') {
      const { request } = await mock.next('permission_request');
      mock.send({ type: 'permission_response', request, decision: reply });
    } else {
      const { request } = await mock.next('question_request');
      mock.send({ type: 'question_response', request, answers: reply });
    }
  }
  return turn;
}

/** The messages of a turn, and their translation. */
export class RecordedTurn {
  readonly lines: string[];
  readonly messages: Line[];

  constructor(lines: string[], messages: Line[]) {
    this.lines = lines;
    this.messages = messages;
  }

  get types(): string[] {
    return this.messages.map(({ type }) => type);
  }

  of<T extends NativeType>(type: T): NativeOf<T>[] {
    return this.messages.filter((message) => message.type === type) as NativeOf<T>[];
  }

  get texts(): (string | undefined)[] {
    return this.of('message_end').map(({ text }) => text);
  }

  get outcome(): string | undefined {
    return this.of('turn_ended')[0]?.outcome;
  }

  /** Each draft is validated. */
  get drafts(): Draft[] {
    return translateAll(this.lines);
  }
}

export function translateAll(lines: string[], roots?: Roots): Draft[] {
  let state = translator.initial(roots);
  return lines.flatMap((line) => {
    const step = translator.translate(state, { from: 'agent', text: line });
    state = step.state;
    return step.drafts.map((draft) => Draft.parse(draft));
  });
}

export function draftsOf<T extends Draft['type']>(drafts: Draft[], type: T): Extract<Draft, { type: T }>[] {
  return drafts.filter((draft) => draft.type === type) as Extract<Draft, { type: T }>[];
}
