import type { ReportedUsage } from '../../schema/index.js';
import type { NativeTokens } from './native-messages.js';

/** Usage of one message. */
export interface Spent {
  tokens: NativeTokens;
  cost: number;
}

/** Usage of several messages. The server counts cached tokens apart from the input, and reasoning apart from the output. */
export function sumOf(all: readonly Spent[]): { usage?: ReportedUsage; cost_usd?: number } {
  if (all.length === 0) return {};
  const sum = (count: (tokens: NativeTokens) => number) =>
    all.reduce((total, { tokens }) => total + count(tokens), 0);
  const cost = all.reduce((total, spent) => total + spent.cost, 0);
  return {
    usage: {
      input_tokens: sum(inputOf),
      cached_tokens: sum(({ cache }) => cache.read),
      cache_write_tokens: sum(({ cache }) => cache.write),
      output_tokens: sum(outputOf),
      reasoning_tokens: sum(({ reasoning }) => reasoning),
    },
    // Anything smaller than a thousandth of a millionth is a rounding error of the sum.
    cost_usd: Number(cost.toFixed(9)),
  };
}

/** Everything that was in the context when a message was complete. */
export function totalOf(tokens: NativeTokens): number {
  return inputOf(tokens) + outputOf(tokens);
}

const inputOf = ({ input, cache }: NativeTokens) => input + cache.read + cache.write;
const outputOf = ({ output, reasoning }: NativeTokens) => output + reasoning;

/** Null for a message that used nothing, as one that was never answered. */
export function spentOf(
  tokens: NativeTokens | null | undefined,
  cost: number | null | undefined,
): Spent | null {
  if (tokens == null) return null;
  return totalOf(tokens) + (cost ?? 0) === 0 ? null : { tokens, cost: cost ?? 0 };
}
