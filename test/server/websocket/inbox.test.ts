import { expect, it } from 'vitest';
import { Inbox } from '../../../src/server/websocket/inbox.js';

function rig(most: number) {
  const log: string[] = [];
  const unfinished = new Map<string, () => void>();
  let full: { promise: Promise<void>; resolve: () => void } | null = null;
  const inbox = new Inbox({
    handle: (text) => {
      log.push(text);
      return new Promise((resolve) => unfinished.set(text, resolve));
    },
    most,
    room: () => full?.promise ?? null,
    pause: () => log.push('pause'),
    resume: () => log.push('resume'),
  });
  return {
    inbox,
    log,
    finish: async (text: string) => {
      unfinished.get(text)!();
      // The inbox goes on a few microtasks later.
      await new Promise(setImmediate);
    },
    fill: () => {
      let resolve = () => {};
      const promise = new Promise<void>((done) => {
        resolve = done;
      });
      full = { promise, resolve };
    },
    drain: async () => {
      full?.resolve();
      full = null;
      await new Promise(setImmediate);
    },
  };
}

it('handles messages at once while there is room', () => {
  const { inbox, log } = rig(3);
  for (const text of ['a', 'b', 'c']) inbox.add(text);
  expect(log).toEqual(['a', 'b', 'c']);
});

it('reads nothing while too many are unfinished, and goes on in order', async () => {
  const { inbox, log, finish } = rig(2);
  for (const text of ['a', 'b', 'c', 'd']) inbox.add(text);
  expect(log).toEqual(['a', 'b', 'pause']);
  await finish('b');
  expect(log).toEqual(['a', 'b', 'pause', 'c']);
  await finish('a');
  expect(log).toEqual(['a', 'b', 'pause', 'c', 'd', 'resume']);
  await finish('c');
  inbox.add('e');
  expect(log.at(-1)).toBe('e');
});

it('reads nothing while there is no room for answers', async () => {
  const { inbox, log, fill, drain } = rig(9);
  fill();
  inbox.add('a');
  inbox.add('b');
  expect(log).toEqual(['pause']);
  await drain();
  expect(log).toEqual(['pause', 'a', 'b', 'resume']);
});

it('forgets what is left when the client is gone', async () => {
  const { inbox, log, fill, drain } = rig(9);
  fill();
  inbox.add('a');
  inbox.close();
  await drain();
  expect(log).not.toContain('a');
});
