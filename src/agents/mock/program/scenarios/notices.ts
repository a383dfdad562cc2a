import type { NativeOf } from '../../native.js';
import { natural } from '../numbers.js';
import { useTool } from '../tool.js';
import type { Turn } from '../turn.js';

type Task = NativeOf<'checklist'>['tasks'][number];

const steps: Omit<Task, 'state'>[] = [
  { text: 'Read the code', important: true },
  { text: 'Change one line' },
  { text: 'Run the tests', important: false },
];

/** A to-do list that is updated twice. */
export async function todo(turn: Turn): Promise<void> {
  for (const done of steps.keys()) {
    const tasks = steps.map((step, index): Task => ({ ...step, state: stateOf(index - done) }));
    await useTool(turn, { tool: 'mock.todo', input: { tasks } }, () => {
      turn.send({ type: 'checklist', block: turn.id('list'), tasks });
      return { ok: true, output: 'Updated the to-do list' };
    });
  }
}

function stateOf(distance: number): Task['state'] {
  if (distance < 0) return 'done';
  return distance === 0 ? 'active' : 'open';
}

/** Switches to another model, from this turn on. */
export function model(turn: Turn, name: string): void {
  if (name === '') return turn.say('usage: model NAME');
  turn.session.model = name;
  turn.send({ type: 'model_changed', block: turn.id('model'), model: name });
  turn.say(`This is ${name}.`);
}

/** The end of the turn tells how full the context is. */
export function context(turn: Turn, rest: string): void {
  const [filled = Number.NaN, size = Number.NaN, ...more] = rest.split(/\s+/).map(natural);
  if (Number.isNaN(filled) || !(size > 0) || more.length > 0) return turn.say('usage: context USED WINDOW');
  turn.window = { filled, size };
  turn.say(`${filled} of ${size} tokens are used.`);
}

export function compact(turn: Turn): void {
  const block = turn.id('compaction');
  for (const reduced_to of [null, 3000])
    turn.send({ type: 'compaction', block, requested: true, size: 12_000, reduced_to });
}

const HOUR = 3600;

export function rateLimit(turn: Turn): void {
  const resets = Math.ceil(Date.now() / 1000) + HOUR;
  turn.send({ type: 'limit_warning', block: turn.id('limit'), percent: 95, resets });
}

export function mcpFailure(turn: Turn): void {
  const error = 'the process exited with code 1';
  turn.send({ type: 'server_failed', block: turn.id('server'), server: 'demo', error });
}
