import { expect, it } from 'vitest';
import { Turns, type Worker } from '../../src/sessions/turns.js';

/** Turns of a loop that the test turns, with a clock that moves by what the work takes. */
function loop() {
  let time = 0;
  const deferred: (() => void)[] = [];
  const turns = new Turns({ now: () => time, defer: (callback) => void deferred.push(callback) });
  const done: string[] = [];
  const worker = (name: string, steps: number, ms: number): Worker => {
    let left = steps;
    return {
      step() {
        time += ms;
        left--;
        done.push(name);
        return left > 0;
      },
    };
  };
  const turn = () => {
    done.push('|');
    for (const callback of deferred.splice(0)) callback();
  };
  const take = (ms: number) => () => {
    time += ms;
  };
  return { turns, worker, turn, take, done, isIdle: () => deferred.length === 0 };
}

it('serves those that are behind in rotation, for a few milliseconds in each turn', () => {
  const { turns, worker, turn, done, isIdle } = loop();
  turns.enlist(worker('a', 4, 1));
  turns.enlist(worker('b', 2, 1));
  while (!isIdle()) turn();
  expect(done.join('')).toBe('|ab|ab|aa');
});

it('gives every worker a share of each turn', () => {
  const { turns, worker, turn, take } = loop();
  const [busy, calm] = [worker('busy', 1, 1), worker('calm', 1, 1)];
  turns.spend(busy, take(0.5));
  expect(turns.has(busy)).toBe(true);
  turns.spend(busy, take(0.5));
  expect([turns.has(busy), turns.has(calm)]).toEqual([false, true]);
  turn();
  expect(turns.has(busy)).toBe(true);
});

it('counts work that throws', () => {
  const { turns, worker, take } = loop();
  const failing = worker('failing', 1, 1);
  const fail = () => {
    take(3)();
    throw new Error('failed');
  };
  expect(() => turns.spend(failing, fail)).toThrow('failed');
  expect(turns.has(failing)).toBe(false);
});
