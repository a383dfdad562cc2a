import type { ContextUsage, ReportedUsage } from '../../schema/index.js';
import { field } from '../kit/native.js';
import { defined } from '../kit/record.js';
import type { Chunk, NativeOf, PromptResult, TokenCounts } from './native.js';
import type { AcpState, Outcome } from './state.js';

/** How an agent counts its input: all of it, or only what was not read from a cache. */
export type UsageRule = 'all' | 'uncached';

interface Spent {
  model?: string;
  usage?: ReportedUsage;
  context?: ContextUsage;
  cost_usd?: number;
}

/** The usage of a turn, as far as the agent tells. */
export function spentIn(state: AcpState, result: PromptResult, rule: UsageRule): Spent {
  const counts = result.usage ?? quotaOf(result) ?? state.usage;
  const { context, cost, settings } = state;
  return defined({
    model: settings.model,
    usage: counts === null ? null : usageOf(counts, rule),
    context:
      context === null || context.size === 0
        ? null
        : { used_tokens: context.used, window_tokens: context.size },
    cost_usd: cost === null ? null : Math.max(0, cost.total - cost.before),
  }) as Spent;
}

function usageOf(counts: TokenCounts, rule: UsageRule): ReportedUsage {
  const {
    inputTokens,
    outputTokens,
    cachedReadTokens: read,
    cachedWriteTokens: written,
    thoughtTokens,
  } = counts;
  const cached = (read ?? 0) + (written ?? 0);
  return defined({
    input_tokens: inputTokens == null ? null : inputTokens + (rule === 'uncached' ? cached : 0),
    cached_tokens: read,
    cache_write_tokens: written,
    output_tokens: outputTokens,
    reasoning_tokens: thoughtTokens,
  });
}

/** Before the protocol had a field for it, agents counted in an extension. */
function quotaOf({ _meta }: PromptResult): TokenCounts | null {
  const counts = field(field(_meta, 'quota'), 'token_count');
  const inputTokens = field(counts, 'input_tokens') ?? field(counts, 'inputTokens');
  const outputTokens = field(counts, 'output_tokens') ?? field(counts, 'outputTokens');
  if (typeof inputTokens !== 'number' || typeof outputTokens !== 'number') return null;
  return { inputTokens, outputTokens };
}

export function contextTold(state: AcpState, { used, size, cost }: NativeOf<'usage_update'>): Outcome {
  const isDollars = cost?.currency === 'USD';
  const total = isDollars ? { total: cost.amount, before: state.cost?.before ?? 0 } : state.cost;
  return { state: { ...state, context: { used, size }, cost: total }, drafts: [] };
}

/** Some agents count each request to the model, on a chunk without words. */
export function counted(state: AcpState, { _meta }: Chunk): AcpState {
  const counts = field(_meta, 'usage');
  const input = field(counts, 'inputTokens');
  if (typeof input !== 'number') return state;
  const names = [
    'inputTokens',
    'outputTokens',
    'cachedReadTokens',
    'cachedWriteTokens',
    'thoughtTokens',
  ] as const;
  const sums = names.flatMap((name) => {
    const more = field(counts, name);
    return typeof more === 'number' ? [[name, (state.usage?.[name] ?? 0) + more] as const] : [];
  });
  return { ...state, usage: { ...state.usage, ...Object.fromEntries(sums) } };
}
