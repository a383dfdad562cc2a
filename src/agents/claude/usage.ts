import type { ContextUsage, ReportedUsage } from '../../schema/index.js';
import { at, defined } from '../kit/record.js';
import { isSameModel } from './model.js';
import type { NativeOf } from './native.js';
import type { ClaudeState, MessageUsage } from './state.js';

type Result = NativeOf<'result'>;

/** Cost, tokens and time of a turn. */
export interface Spent {
  cost: number | null;
  usage: ReportedUsage | null;
  durationMs: number | undefined;
}

/** Includes the results that did not end the turn. */
export function spentIn(native: Result, { costUsd, carriedOver }: ClaudeState): Spent {
  const cost = costOf(native, costUsd);
  const usage = usageOf(native);
  const durationMs =
    native.duration_ms === undefined ? undefined : native.duration_ms + carriedOver.durationMs;
  if (Object.keys(carriedOver.usage).length === 0) return { cost, usage, durationMs };
  return {
    cost: rounded((cost ?? 0) + carriedOver.costUsd),
    usage: sumOf([carriedOver.usage, usage ?? {}]),
    durationMs,
  };
}

export const carried = ({ cost, usage, durationMs }: Spent): ClaudeState['carriedOver'] => ({
  costUsd: cost ?? 0,
  usage: usage ?? {},
  durationMs: durationMs ?? 0,
});

/**
 * The cost of the turn. The total accumulates over the process, is reset by /clear, and in a resumed conversation may
 * include earlier processes. The usage since the last result is therefore preferred, if the CLI reports it.
 */
function costOf(native: Result, before: number): number | null {
  const { model_usage_since_last_result: models, total_cost_usd: total } = native;
  if (models !== undefined) return rounded(sum(Object.values(models).map((model) => model.costUSD)));
  if (total === undefined) return null;
  return rounded(total < before ? total : total - before);
}

/** Includes sub-agents and compactions if the CLI reports usage by model; `usage` covers the main loop only. */
function usageOf({ model_usage_since_last_result: models, usage }: Result): ReportedUsage | null {
  const all = Object.values(models ?? {});
  const total = all.length > 0 ? sumOf(all.map(ofModel)) : ofMainLoop(usage ?? {});
  // The CLI does not count an interrupted request.
  return Object.values(total).some((tokens) => tokens > 0) ? total : null;
}

type ModelUsage = NonNullable<Result['model_usage_since_last_result']>[string];

function ofModel({
  inputTokens,
  cacheReadInputTokens: cached_tokens,
  cacheCreationInputTokens: cache_write_tokens,
  outputTokens: output_tokens,
  thinkingTokens: reasoning_tokens,
}: ModelUsage): ReportedUsage {
  const input_tokens = inputTokens + cached_tokens + cache_write_tokens;
  return defined({ input_tokens, cached_tokens, cache_write_tokens, output_tokens, reasoning_tokens });
}

function ofMainLoop(usage: NonNullable<Result['usage']>): ReportedUsage {
  return defined({
    input_tokens: inputOf(usage),
    cached_tokens: usage.cache_read_input_tokens,
    cache_write_tokens: usage.cache_creation_input_tokens,
    output_tokens: usage.output_tokens,
    reasoning_tokens: usage.output_tokens_details?.thinking_tokens,
  });
}

/** The API reports cached input apart from the rest. */
function inputOf(usage: MessageUsage): number | undefined {
  const {
    input_tokens: rest,
    cache_read_input_tokens: read = 0,
    cache_creation_input_tokens: written = 0,
  } = usage;
  return rest === undefined ? undefined : rest + read + written;
}

/** Kinds that one of them lacks count as zero there. */
function sumOf(all: readonly ReportedUsage[]): ReportedUsage {
  const total: Record<string, number> = {};
  for (const usage of all)
    for (const [kind, tokens] of Object.entries(usage)) total[kind] = (total[kind] ?? 0) + tokens;
  return total;
}

/** The context after a message holds what the model has read and written. */
export function contextOf(
  native: Result,
  { mainUsage, answeredBy, model }: ClaudeState,
): ContextUsage | null {
  const used = mainUsage === null ? undefined : inputOf(mainUsage);
  const window = windowOf(native, answeredBy ?? model);
  if (used === undefined || window === undefined) return null;
  return { used_tokens: used + (mainUsage?.output_tokens ?? 0), window_tokens: window };
}

function windowOf({ modelUsage = {} }: Result, model: string | null): number | undefined {
  if (model === null) return undefined;
  const name = Object.keys(modelUsage).find((each) => isSameModel(each, model));
  const window = at(modelUsage, name ?? '')?.contextWindow;
  return window === undefined || window <= 0 ? undefined : window;
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Removes floating-point noise from differences. */
const rounded = (usd: number) => Number(usd.toFixed(10));
