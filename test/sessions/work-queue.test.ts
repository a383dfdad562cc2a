import { expect, it } from 'vitest';
import { Turns } from '../../src/sessions/turns.js';
import { WorkQueue } from '../../src/sessions/work-queue.js';

/** A queue whose event loop the test turns. Each piece of work takes half a millisecond. */
function begin() {
  let time = 0;
  const deferred: (() => void)[] = [];
  const done: string[] = [];
  const turns = new Turns({ now: () => time, defer: (callback) => void deferred.push(callback) });
  const queue = new WorkQueue({
    turns,
    onBehind: () => done.push('behind'),
    onCaughtUp: () => done.push('caught up'),
    onError: (error) => done.push(String(error)),
  });
  const work = (name: string) => () => {
    time += 0.5;
    done.push(name);
  };
  const turnAll = () => {
    for (let next = deferred.shift(); next; next = deferred.shift()) next();
  };
  return { queue, work, done, turnAll, turns };
}

it('does a little work at once, and the rest in later turns', () => {
  const { queue, work, done, turnAll } = begin();
  for (const name of ['a', 'b', 'c', 'd']) queue.add(work(name));
  expect(done).toEqual(['a', 'b', 'behind']);
  turnAll();
  expect(done).toEqual(['a', 'b', 'behind', 'c', 'd', 'caught up']);
  queue.add(work('e'));
  expect(done.at(-1)).toBe('e');
});

it('does work that was added by other work after it, and what comes first before all that waits', () => {
  const { queue, work, done, turnAll } = begin();
  queue.add(() => {
    queue.add(work('last'));
    queue.addFirst([work('first'), work('second')]);
    work('now')();
  });
  turnAll();
  expect(done).toEqual(['behind', 'now', 'first', 'second', 'last', 'caught up']);
});

it('waits while it is held', async () => {
  const { queue, work, done, turnAll } = begin();
  let release = () => {};
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  queue.add(() => queue.hold(until));
  queue.add(work('after'));
  turnAll();
  expect(done).toEqual(['behind']);
  release();
  await until;
  turnAll();
  expect(done).toEqual(['behind', 'after', 'caught up']);
});

it('reports work that fails, and goes on', async () => {
  const { queue, work, done, turnAll } = begin();
  queue.add(() => {
    throw new Error('one');
  });
  queue.add(() => queue.hold(Promise.reject(new Error('two'))));
  queue.add(work('three'));
  await Promise.resolve();
  turnAll();
  expect(done).toEqual(['Error: one', 'behind', 'Error: two', 'three', 'caught up']);
});

it('shares the turns with others: a queue with much work delays no other', () => {
  const { queue, work, done, turns } = begin();
  for (let i = 0; i < 10; i++) queue.add(work('much'));
  const other = new WorkQueue({ turns, onError: () => {} });
  other.add(work('little'));
  expect(done).toEqual(['much', 'much', 'behind', 'little']);
});
