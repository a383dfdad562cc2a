import type { Spent } from '../native.js';

/** Made-up prices in dollars per token. */
const price = { input: 1e-6, cached: 1e-7, output: 5e-6 };

const tokens = (characters: number) => Math.ceil(characters / 4);

/** Counts made-up tokens. Everything that was said before is read from a cache, and written to it first. */
export class Spending {
  /** Characters since the last turn ended, of all threads. */
  #answer = 0;
  #thinking = 0;
  /** Tokens of earlier turns. */
  #cached = 0;
  #uncached = 0;

  addAnswer(characters: number): void {
    this.#answer += characters;
  }

  addThinking(characters: number): void {
    this.#thinking += characters;
  }

  /** Spent since the last time. */
  take(promptLength: number): { spent: Spent; cost: number } {
    const spent: Spent = {
      fresh: tokens(promptLength),
      cache_hits: this.#cached,
      cache_writes: this.#uncached,
      answer: tokens(this.#answer),
      thinking: tokens(this.#thinking),
    };
    this.#answer = 0;
    this.#thinking = 0;
    this.#cached += this.#uncached;
    this.#uncached = spent.fresh + spent.answer + spent.thinking;
    return { spent, cost: costOf(spent) };
  }
}

function costOf({ fresh, cache_hits, cache_writes, answer, thinking }: Spent): number {
  const cost =
    (fresh + cache_writes) * price.input + cache_hits * price.cached + (answer + thinking) * price.output;
  return Number(cost.toFixed(6));
}
