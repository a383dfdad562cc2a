import { expect, it, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import { PausableClock } from '../../src/sessions/pausable-clock.js';

/** A clock over simulated timers, and what fired. */
function rig() {
  const timers = new SimulatedClock();
  const clock = new PausableClock(timers, () => timers.now());
  const fired = vi.fn();
  return { timers, clock, fired };
}

it('fires like the clock beneath it', () => {
  const { timers, clock, fired } = rig();
  clock.setTimeout(fired, 100);
  clock.clearTimeout(clock.setTimeout(fired, 50));
  timers.increment(99);
  expect(fired).not.toHaveBeenCalled();
  timers.increment(1);
  expect(fired).toHaveBeenCalledTimes(1);
});

it('stands still while it is paused, and goes on with what was left', () => {
  const { timers, clock, fired } = rig();
  clock.setTimeout(fired, 100);
  timers.increment(60);
  clock.pause();
  clock.pause();
  timers.increment(1000);
  clock.resume();
  clock.resume();
  timers.increment(39);
  expect(fired).not.toHaveBeenCalled();
  timers.increment(1);
  expect(fired).toHaveBeenCalledTimes(1);
});

it('takes and clears timers while it is paused', () => {
  const { timers, clock, fired } = rig();
  const before = clock.setTimeout(fired, 10);
  clock.pause();
  const during = clock.setTimeout(fired, 10);
  clock.setTimeout(fired, 20);
  clock.clearTimeout(before);
  clock.clearTimeout(during);
  timers.increment(100);
  clock.resume();
  timers.increment(19);
  expect(fired).not.toHaveBeenCalled();
  timers.increment(1);
  expect(fired).toHaveBeenCalledTimes(1);
});
