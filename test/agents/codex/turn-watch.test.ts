import { beforeEach, expect, test } from 'vitest';
import { TurnWatch } from '../../../src/agents/codex/turn-watch.js';

let turns: TurnWatch;

beforeEach(() => {
  turns = new TurnWatch();
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

function answer() {
  let resolve = () => {};
  let reject = () => {};
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = () => no(new Error('refused'));
  });
  return { promise, resolve, reject };
}

/** Whether a promise has resolved, once all that can happen has happened. */
async function isDone(promise: Promise<unknown>): Promise<boolean> {
  let isResolved = false;
  void promise.then(() => {
    isResolved = true;
  });
  await settled();
  return isResolved;
}

test('is idle at first', async () => {
  await turns.idle();
  expect(await turns.running()).toBeNull();
});

test('is idle again when the turn ends', async () => {
  turns.started('n1');
  const idle = turns.idle();
  expect(await isDone(idle)).toBe(false);
  turns.ended();
  expect(await isDone(idle)).toBe(true);
});

test('waits for the answer to a start before it says which turn runs', async () => {
  const start = answer();
  turns.starting(start.promise);
  const running = turns.running();
  expect(await isDone(running)).toBe(false);
  turns.started('n1');
  start.resolve();
  expect(await running).toBe('n1');
});

test('waits for a turn that was accepted to be announced', async () => {
  turns.accepted('n1');
  const running = turns.running();
  expect(await isDone(running)).toBe(false);
  turns.started('n1');
  expect(await running).toBe('n1');
  // A message into the running turn is accepted under the same id.
  turns.accepted('n1');
  expect(await turns.running()).toBe('n1');
});

test('is idle after a start that was refused', async () => {
  const start = answer();
  turns.starting(start.promise);
  const idle = turns.idle();
  expect(await isDone(idle)).toBe(false);
  start.reject();
  await idle;
});

test('a turn is interrupted once', () => {
  expect([turns.interrupt('n1'), turns.interrupt('n1'), turns.interrupt('n2')]).toEqual([true, false, true]);
});
