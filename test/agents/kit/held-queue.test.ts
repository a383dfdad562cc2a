import { expect, test } from 'vitest';
import { HeldQueue } from '../../../src/agents/kit/held-queue.js';

function rig() {
  const handled: string[] = [];
  const works = new Map<string, Deferred>();
  const queue = new HeldQueue<string>((value) => {
    handled.push(value);
    return works.get(value)?.promise;
  });
  const slow = (value: string) => {
    const work = deferred();
    works.set(value, work);
    return work;
  };
  return { handled, queue, slow };
}

interface Deferred {
  promise: Promise<void>;
  resolve(): void;
  reject(error: Error): void;
}

function deferred(): Deferred {
  let resolve = () => {};
  let reject = (_: Error) => {};
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('handles a value synchronously', () => {
  const { queue, handled } = rig();
  queue.push('a');
  queue.push('b');
  expect(handled).toEqual(['a', 'b']);
});

test('holds later values until the work on a value is done, in order', async () => {
  const { queue, handled, slow } = rig();
  const work = slow('a');
  for (const value of ['a', 'b', 'c']) queue.push(value);
  expect(handled).toEqual(['a']);
  work.resolve();
  await settled();
  expect(handled).toEqual(['a', 'b', 'c']);
});

test('continues after failed work', async () => {
  const { queue, handled, slow } = rig();
  const work = slow('a');
  queue.push('a');
  queue.push('b');
  work.reject(new Error('no'));
  await settled();
  expect(handled).toEqual(['a', 'b']);
});

test('waits for all pending work', async () => {
  const { queue, handled } = rig();
  const [one, two] = [deferred(), deferred()];
  queue.hold(one.promise);
  queue.hold(two.promise);
  queue.push('a');
  one.resolve();
  await settled();
  expect([queue.isHeld, handled]).toEqual([true, []]);
  two.resolve();
  await settled();
  expect([queue.isHeld, handled]).toEqual([false, ['a']]);
});
