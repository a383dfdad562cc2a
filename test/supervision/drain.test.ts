import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { drain } from '../../src/supervision/drain.js';
import type { MonotonicClock } from '../../src/supervision/index.js';

/** A clock that advances on sleep, and triggers a step meanwhile. */
function eventfulClock(onSleep: () => void = () => {}): MonotonicClock {
  let now = 0;
  return {
    now: () => now,
    async sleep(ms) {
      now += ms;
      onSleep();
    },
  };
}

function openStream(): PassThrough {
  const stream = new PassThrough();
  stream.resume();
  return stream;
}

test('does not wait for ended streams', async () => {
  const stream = openStream();
  const closed = new Promise((resolve) => stream.once('close', resolve));
  stream.end('last words');
  await closed;
  const never: MonotonicClock = { now: () => 0, sleep: () => new Promise(() => {}) };
  await drain([stream], 500, never);
});

test('closes a stream that stays open and silent', async () => {
  const [open, ended] = [openStream(), openStream()];
  ended.end();
  const clock = eventfulClock();
  await drain([open, ended], 500, clock);
  expect(open.destroyed).toBe(true);
  expect(clock.now()).toBe(500);
});

test('keeps reading a stream that still delivers data', async () => {
  const stream = openStream();
  let chunks = 3;
  const clock = eventfulClock(() => {
    if (chunks-- > 0) stream.write('more');
  });
  await drain([stream], 500, clock);
  expect(clock.now()).toBe(2_000);
});

test('closes such a stream at the last deadline', async () => {
  const stream = openStream();
  const clock = eventfulClock(() => stream.write('more'));
  await drain([stream], 500, clock);
  expect(stream.destroyed).toBe(true);
  expect(clock.now()).toBe(5_000);
});
