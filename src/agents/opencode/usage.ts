import type { NativeTokens } from './native-messages.js';

/** What one message took. */
export interface Spent {
  tokens: NativeTokens;
  cost: number;
}

/** What messages took together. What the cache gave is not part of the input, nor thinking part of the output. */
export function sumOf(all: readonly Spent[]): { usage?: Record<string, number>; cost_usd?: number } {
  if (all.length === 0) return {};
  const sum = (count: (spent: Spent) => number) => all.reduce((total, spent) => total + count(spent), 0);
  return {
    usage: {
      input_tokens: sum(({ tokens }) => tokens.input),
      output_tokens: sum(({ tokens }) => tokens.output),
      reasoning_tokens: sum(({ tokens }) => tokens.reasoning),
      cache_read_input_tokens: sum(({ tokens }) => tokens.cache.read),
      cache_creation_input_tokens: sum(({ tokens }) => tokens.cache.write),
    },
    // Prices are fractions of a millionth at best: what is beyond that is the rounding of the sum.
    cost_usd: Number(sum(({ cost }) => cost).toFixed(9)),
  };
}

/** Nothing was spent by a message that was never answered. */
export function spentOf(
  tokens: NativeTokens | null | undefined,
  cost: number | null | undefined,
): Spent | null {
  if (tokens == null) return null;
  const { input, output, reasoning, cache } = tokens;
  return input + output + reasoning + cache.read + cache.write + (cost ?? 0) === 0
    ? null
    : { tokens, cost: cost ?? 0 };
}
