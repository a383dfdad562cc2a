import type { NativeTokens } from './native-messages.js';

/** Usage of one message. */
export interface Spent {
  tokens: NativeTokens;
  cost: number;
}

/** Usage of several messages. Cached tokens do not count as input, nor reasoning as output. */
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
    // Anything smaller than a thousandth of a millionth is a rounding error of the sum.
    cost_usd: Number(sum(({ cost }) => cost).toFixed(9)),
  };
}

/** Null for a message that used nothing, as one that was never answered. */
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
