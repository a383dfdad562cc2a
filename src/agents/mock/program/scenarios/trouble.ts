import { once } from 'node:events';
import { natural } from '../numbers.js';
import type { Turn } from '../turn.js';

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
