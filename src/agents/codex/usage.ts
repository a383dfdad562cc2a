import type { TokensOf } from './native.js';

/** Tokens by kind, without the native total: Codex sets that to the context size on overflow. */
export interface Tokens {
  input_tokens: number;
  cached_input_tokens: number;
  cache_write_input_tokens: number;
  output_tokens: number;
  reasoning_output_tokens: number;
}

export interface Spending {
  /** By all threads of the session since the end of the last turn. */
  readonly spent: Tokens;
  /** The latest sum of each thread. */
  readonly seen: Readonly<Record<string, Tokens>>;
}

export const noTokens: Tokens = {
  input_tokens: 0,
  cached_input_tokens: 0,
  cache_write_input_tokens: 0,
  output_tokens: 0,
  reasoning_output_tokens: 0,
};

const kinds = Object.keys(noTokens) as (keyof Tokens)[];

export function isNothing(tokens: Tokens): boolean {
  return kinds.every((kind) => tokens[kind] === 0);
}

function each(count: (kind: keyof Tokens) => number): Tokens {
  return Object.fromEntries(kinds.map((kind) => [kind, count(kind)])) as unknown as Tokens;
}

function tokensOf(native: TokensOf): Tokens {
  return {
    input_tokens: native.inputTokens,
    cached_input_tokens: native.cachedInputTokens,
    cache_write_input_tokens: native.cacheWriteInputTokens,
    output_tokens: native.outputTokens,
    reasoning_output_tokens: native.reasoningOutputTokens,
  };
}

/**
 * Counts the growth of a thread's sum: the same sum comes several times, and once more for an earlier turn when a
 * thread is resumed (`isNew` is false then).
 */
export function spend(
  { spent, seen }: Spending,
  thread: string,
  usage: { total: TokensOf; last: TokensOf },
  isNew: boolean,
): Spending {
  const total = tokensOf(usage.total);
  const last = tokensOf(usage.last);
  const before = seen[thread] ?? (isNew ? each((kind) => total[kind] - last[kind]) : total);
  return {
    spent: each((kind) => spent[kind] + Math.max(0, total[kind] - before[kind])),
    seen: { ...seen, [thread]: total },
  };
}
