import { once } from 'node:events';
import { natural } from '../numbers.js';
import type { Turn } from '../turn.js';

const LINE_PIECE = 'x'.repeat(64 * 1024);

/** An error that ends the turn. */
export function error(turn: Turn): void {
  turn.send({
    type: 'error',
    code: 'mock_error',
    message: 'The mock agent failed as asked',
    retryable: false,
  });
  turn.fail();
}

/** An error that goes away by itself. */
export function retry(turn: Turn): void {
  turn.send({
    type: 'error',
    code: 'mock_overloaded',
    message: 'The model is overloaded; trying again',
    retryable: true,
    http: 529,
  });
  turn.say('It worked the second time.');
}

/** Two lines that no translator understands. */
export function unparsed(turn: Turn): void {
  turn.session.output.write('this line is not JSON\n{"type":"mystery","answer":42}\n');
}

export async function sleep(turn: Turn, rest: string): Promise<void> {
  const ms = natural(rest);
  if (Number.isNaN(ms)) return turn.say('usage: sleep MS');
  await turn.wait(ms);
  turn.say('done');
}

export async function stderr(turn: Turn, rest: string): Promise<void> {
  const count = natural(rest);
  if (Number.isNaN(count)) return turn.say('usage: stderr N');
  for (let line = 1; line <= count; line++) {
    if (!process.stderr.write(`stderr line ${line}\n`)) await once(process.stderr, 'drain');
  }
  turn.say('done');
}

/** Messages that are begun and never completed. */
export async function open(turn: Turn, rest: string): Promise<void> {
  const count = natural(rest);
  if (Number.isNaN(count)) return turn.say('usage: open N');
  for (let number = 1; number <= count; number++) {
    const message = turn.id('msg');
    turn.send({ type: 'message_start', message });
    turn.send({ type: 'message_delta', message, text: `open ${number}` });
    await turn.session.output.drained();
  }
}

export async function junk(turn: Turn, rest: string): Promise<void> {
  const count = natural(rest);
  if (Number.isNaN(count)) return turn.say('usage: junk N');
  const { output } = turn.session;
  for (let line = 1; line <= count; line++) {
    turn.signal.throwIfAborted();
    output.write(`junk line ${line}\n`);
    await output.drained();
  }
  turn.say('done');
}

/** One message in a line of so many bytes, not counting the line break. */
export async function line(turn: Turn, rest: string): Promise<void> {
  const bytes = natural(rest);
  const head = `{"type":"message_end","message":"${turn.id('msg')}","text":"`;
  const tail = '"}';
  const length = bytes - head.length - tail.length;
  if (!(length > 0)) return turn.say(`usage: line BYTES, at least ${head.length + tail.length + 1}`);
  const { output } = turn.session;
  output.write(head);
  for (let left = length; left > 0; left -= LINE_PIECE.length) {
    output.write(LINE_PIECE.slice(0, left));
    await output.drained();
  }
  output.write(`${tail}\n`);
  turn.count(length);
}
