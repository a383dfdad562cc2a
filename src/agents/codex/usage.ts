import type { TokensOf } from './native.js';

/** Tokens by kind. The native total is left out: Codex sets it to the size of the context when that overflows. */
export interface Tokens {
  input_tokens: number;
  cached_input_tokens: number;
  cache_write_input_tokens: number;
  output_tokens: number;
  reasoning_output_tokens: number;
}

export interface Spending {
  /** Since the end of the last turn, by all threads of the session. */
  readonly spent: Tokens;
  /** The newest sum of each thread since its beginning. */
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
 * Counts what a thread has spent, by how its sum grew: the same sum comes several times, and once more for an
 * earlier turn when a thread is resumed (`isNew` false).
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
