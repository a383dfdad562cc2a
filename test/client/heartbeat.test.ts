import { expect, it, vi } from 'vitest';
import { Heartbeat } from '../../src/client/heartbeat.js';
import { HandTimers } from './support.js';

function rig() {
  const timers = new HandTimers();
  const [ping, onDead] = [vi.fn(), vi.fn()];
  const heartbeat = new Heartbeat({ timers, intervalMs: 5000, ping, onDead });
  return { timers, ping, onDead, heartbeat };
}

it('asks a silent daemon for a sign of life, and gives up without an answer', () => {
  const { timers, ping, onDead } = rig();
  timers.fire();
  expect(ping).toHaveBeenCalledTimes(1);
  timers.fire();
  // What has already arrived is read first.
  expect([...timers.waiting.values()].map(({ ms }) => ms)).toEqual([0]);
  expect(onDead).not.toHaveBeenCalled();
  timers.fire();
  expect(onDead).toHaveBeenCalledTimes(1);
  expect(timers.waiting.size).toBe(0);
});

it('goes on after an answer, even if it was read late', () => {
  const { timers, ping, onDead, heartbeat } = rig();
  timers.fire();
  timers.fire();
  heartbeat.heard();
  for (let i = 0; i < 3; i++) timers.fire();
  expect(ping).toHaveBeenCalledTimes(2);
  expect(onDead).not.toHaveBeenCalled();
});

it('asks nothing while the daemon talks, or once it is stopped', () => {
  const { timers, ping, heartbeat } = rig();
  for (let i = 0; i < 5; i++) {
    heartbeat.heard();
    timers.fire();
  }
  expect(ping).not.toHaveBeenCalled();
  heartbeat.stop();
  expect(timers.waiting.size).toBe(0);
});
