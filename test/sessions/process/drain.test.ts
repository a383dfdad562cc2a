import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { drain } from '../../../src/sessions/process/drain.js';
import type { Clock } from '../../../src/sessions/process/index.js';

/** A clock that runs ahead when somebody sleeps, and lets something happen meanwhile. */
function eventfulClock(onSleep: () => void = () => {}): Clock {
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

test('streams that ended are not waited for', async () => {
  const stream = openStream();
  const closed = new Promise((resolve) => stream.once('close', resolve));
  stream.end('last words');
  await closed;
  const never: Clock = { now: () => 0, sleep: () => new Promise(() => {}) };
  await drain([stream], 500, never);
});

test('a stream that stays open and silent is closed after a while', async () => {
  const [open, ended] = [openStream(), openStream()];
  ended.end();
  const clock = eventfulClock();
  await drain([open, ended], 500, clock);
  expect(open.destroyed).toBe(true);
  expect(clock.now()).toBe(500);
});

test('a stream that still brings something is listened to', async () => {
  const stream = openStream();
  let chunks = 3;
  const clock = eventfulClock(() => {
    if (chunks-- > 0) stream.write('more');
  });
  await drain([stream], 500, clock);
  expect(clock.now()).toBe(2_000);
});

test('but not for ever', async () => {
  const stream = openStream();
  const clock = eventfulClock(() => stream.write('more'));
  await drain([stream], 500, clock);
  expect(stream.destroyed).toBe(true);
  expect(clock.now()).toBe(5_000);
});
