import { expect, test } from 'vitest';
import { Changes } from '../../../src/agents/kit/changes.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('resolves immediately if the condition holds', async () => {
  await new Changes().until(() => true);
});

test('checks the condition after each change', async () => {
  const changes = new Changes();
  let count = 0;
  let isDone = false;
  const waiting = changes
    .until(() => count >= 2)
    .then(() => {
      isDone = true;
    });
  for (const expected of [false, true]) {
    count++;
    changes.notify();
    await settled();
    expect(isDone).toBe(expected);
  }
  await waiting;
});

test('wakes all waiters', async () => {
  const changes = new Changes();
  let isReady = false;
  const waiting = [1, 2, 3].map(() => changes.until(() => isReady));
  isReady = true;
  changes.notify();
  await Promise.all(waiting);
});
