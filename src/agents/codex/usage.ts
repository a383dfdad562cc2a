import type { ContextUsage, ReportedUsage } from '../../schema/index.js';
import { defined, without } from '../kit/record.js';
import type { ParamsOf, TokensOf } from './native.js';

export interface Spending {
  /** By all threads of the session since the end of the last turn. */
  readonly spent: ReportedUsage;
  /** The latest sum of each thread. */
  readonly seen: Readonly<Record<string, ReportedUsage>>;
}

const kinds = [
  'input_tokens',
  'cached_tokens',
  'cache_write_tokens',
  'output_tokens',
  'reasoning_tokens',
] as const satisfies (keyof ReportedUsage)[];

export function isNothing(tokens: ReportedUsage): boolean {
  return kinds.every((kind) => !tokens[kind]);
}

/** Without the native total: Codex sets that to the context size on overflow. */
function tokensOf(native: TokensOf): ReportedUsage {
  return defined({
    input_tokens: native.inputTokens,
    cached_tokens: native.cachedInputTokens,
    cache_write_tokens: native.cacheWriteInputTokens,
    output_tokens: native.outputTokens,
    reasoning_tokens: native.reasoningOutputTokens,
  });
}

function each(count: (kind: keyof ReportedUsage) => number | undefined): ReportedUsage {
  return defined(Object.fromEntries(kinds.map((kind) => [kind, count(kind)])));
}

type NativeUsage = ParamsOf<'thread/tokenUsage/updated'>['tokenUsage'];

/**
 * Counts the growth of a thread's sum: the same sum comes several times, and once more for an earlier turn when a
 * thread is resumed (`isNew` is false then).
 */
export function spend(
  { spent, seen }: Spending,
  thread: string,
  usage: NativeUsage,
  isNew: boolean,
): Spending {
  const total = tokensOf(usage.total);
  const last = tokensOf(usage.last);
  const before = seen[thread] ?? (isNew ? each((kind) => (total[kind] ?? 0) - (last[kind] ?? 0)) : total);
  return {
    spent: each((kind) => {
      const sum = total[kind];
      return sum === undefined ? spent[kind] : (spent[kind] ?? 0) + Math.max(0, sum - (before[kind] ?? 0));
    }),
    seen: { ...seen, [thread]: total },
  };
}

/** A thread was loaded again: what another program spent in it meanwhile does not count. */
export function reopened({ spent, seen }: Spending, thread: string): Spending {
  return { spent, seen: without(seen, thread) };
}

/** The last request and its answer are what the next request begins with; after a compaction it is Codex's estimate. */
export function contextIn({ last, modelContextWindow }: NativeUsage): ContextUsage | null {
  if (!modelContextWindow) return null;
  return { used_tokens: last.totalTokens, window_tokens: modelContextWindow };
}
