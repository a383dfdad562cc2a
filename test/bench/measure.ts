import { setTimeout as wait } from 'node:timers/promises';
import type { Ground } from './ground.js';

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? Number.NaN;
}

export async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/**
 * Measures two things alternately and returns the median of each, which spreads other load on the machine over both.
 * The first of each pair alternates too, so neither always runs on the warmer machine.
 */
export async function inTurns(
  { say }: Ground,
  rounds: number,
  ours: (round: number) => Promise<number>,
  yardstick: (round: number) => Promise<number>,
): Promise<{ value: number; yardstick: number }> {
  const values: number[] = [];
  const yardsticks: number[] = [];
  const steps = [
    async (i: number) => values.push(await ours(i)),
    async (i: number) => yardsticks.push(await yardstick(i)),
  ];
  for (let i = 0; i < rounds; i++) {
    say(`round ${i + 1} of ${rounds}`);
    for (const step of i % 2 === 0 ? steps : steps.toReversed()) await step(i);
  }
  return { value: median(values), yardstick: median(yardsticks) };
}

/** Does all of the work with limited concurrency. */
export async function atOnce(
  limit: number,
  count: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: limit }, worker));
}

/** Waits for garbage collection, writes and exiting processes to settle. */
export function calm(): Promise<void> {
  return wait(200);
}
