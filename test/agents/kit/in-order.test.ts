import { expect, test } from 'vitest';
import { InOrder } from '../../../src/agents/kit/in-order.js';

test('runs tasks one at a time, in order', async () => {
  const done: string[] = [];
  const order = new InOrder();
  let release = () => {};
  const slow = order.run(async () => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    done.push('slow');
  });
  const fast = order.run(async () => done.push('fast'));
  await Promise.resolve();
  expect(done).toEqual([]);
  release();
  await Promise.all([slow, fast]);
  expect(done).toEqual(['slow', 'fast']);
});

test('a failure rejects its caller and does not stop later tasks', async () => {
  const order = new InOrder();
  const failing = order.run(async () => {
    throw new Error('no');
  });
  const next = order.run(async () => 'next');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
  await order.idle;
});
