import type { Draft, Metadata, TurnOutcome } from '../../schema/index.js';
import { endMessages } from './messages.js';
import type { NativeOf } from './native.js';
import type { ClaudeState, PendingCall, Step } from './state.js';

type Result = NativeOf<'result'>;

/** A `result` ends a turn; the session goes on. */
export function takeResult(state: ClaudeState, native: Result): Step {
  const { state: closed, drafts } = endMessages(state);
  const outcome = outcomeOf(native, state.refused);
  const errors = errorsOf(native);
  const bill = billOf(native, state);
  const moved = state.reset && native.session_id !== undefined;
  const others = isOthers(state, native, outcome);
  return {
    state: {
      ...closed,
      calls: backgroundCalls(state.calls),
      asks: {},
      costUsd: native.total_cost_usd ?? state.costUsd,
      queued: others ? state.queued : [],
      owed: others ? { costUsd: bill.cost ?? 0, usage: bill.usage ?? {} } : nothing,
      compacting: null,
      summaryDue: false,
      errorTold: false,
      refused: false,
      ...(moved ? { session: native.session_id ?? null, reset: false } : {}),
    },
    drafts: [
      ...drafts,
      ...(moved ? [{ type: 'session.started' as const, native_session_id: native.session_id }] : []),
      ...(outcome === 'error' && !state.errorTold ? [errorOf(native, errors)] : []),
      ...(others ? [] : [ended(outcome, metadataOf(native, bill, errors))]),
    ],
  };
}

const nothing: ClaudeState['owed'] = { costUsd: 0, usage: {} };

function ended(outcome: TurnOutcome, metadata: Metadata): Draft {
  return { type: 'turn.ended', outcome, metadata };
}

/**
 * Whether it ends a turn that is not ours. Where a task in the background has ended the CLI begins a turn by itself,
 * and holds back a message of ours that was sent in the same moment. To us that message's turn has begun.
 */
function isOthers(state: ClaudeState, native: Result, outcome: TurnOutcome): boolean {
  const { origin, user_message_uuids: answered = [] } = native;
  return (
    origin !== undefined && answered.length === 0 && state.queued.length > 0 && outcome !== 'interrupted'
  );
}

/** An API error has the subtype `success`, so that `is_error` counts; an interrupted turn is an error too. */
export function outcomeOf(native: Result, refused = false): TurnOutcome {
  const { subtype, is_error, terminal_reason = '', stop_reason } = native;
  if (terminal_reason === 'max_turns' || subtype === 'error_max_turns') return 'max_turns';
  if (terminal_reason.startsWith('aborted_')) return 'interrupted';
  if (refused || stop_reason === 'refusal') return 'refused';
  return is_error ? 'error' : 'completed';
}

/**
 * What the turn cost. The total goes on over a process, starts again at /clear, and in a resumed conversation may
 * begin with what earlier processes spent: where the CLI tells the turn's own share, that is taken.
 */
export function costOf(native: Result, before: number): number | null {
  const { model_usage_since_last_result: models, total_cost_usd: total } = native;
  if (models !== undefined) return rounded(sum(Object.values(models).map((model) => model.costUSD)));
  if (total === undefined) return null;
  return rounded(total < before ? total : total - before);
}

/** Tokens with those of subagents and compactions where the CLI tells them; `usage` has the main loop's only. */
function usageOf({ model_usage_since_last_result: models, usage }: Result): Record<string, number> | null {
  const all = Object.values(models ?? {});
  if (all.length === 0) return usage === undefined ? null : { ...usage };
  return {
    input_tokens: sum(all.map((model) => model.inputTokens)),
    output_tokens: sum(all.map((model) => model.outputTokens)),
    cache_creation_input_tokens: sum(all.map((model) => model.cacheCreationInputTokens)),
    cache_read_input_tokens: sum(all.map((model) => model.cacheReadInputTokens)),
  };
}

interface Bill {
  cost: number | null;
  usage: Record<string, number> | null;
}

/** What the turn used, with what is owed for one before it. */
function billOf(native: Result, { costUsd, owed }: ClaudeState): Bill {
  const cost = costOf(native, costUsd);
  const usage = usageOf(native);
  if (Object.keys(owed.usage).length === 0) return { cost, usage };
  const both = { ...owed.usage };
  for (const [kind, tokens] of Object.entries(usage ?? {})) both[kind] = (both[kind] ?? 0) + tokens;
  return { cost: rounded((cost ?? 0) + owed.costUsd), usage: both };
}

function metadataOf(native: Result, { cost, usage }: Bill, errors: string[]): Metadata {
  const { duration_ms, num_turns, stop_reason, origin } = native;
  return {
    ...(usage === null ? {} : { usage }),
    ...(cost === null ? {} : { cost_usd: cost }),
    ...(duration_ms === undefined ? {} : { duration_ms }),
    ...(num_turns === undefined ? {} : { num_turns }),
    ...(stop_reason == null ? {} : { stop_reason }),
    // Set where the CLI began the turn by itself.
    ...(origin === undefined ? {} : { origin: origin.kind }),
    ...(errors.length === 0 ? {} : { errors }),
  };
}

/** What went wrong, less what the CLI writes for its makers. */
function errorsOf({ errors = [] }: Result): string[] {
  return errors.filter((error) => !error.startsWith('[ede_diagnostic]'));
}

function errorOf(native: Result, errors: string[]): Draft {
  const message = errors.join('\n') || native.result || `the turn ended with ${native.subtype}`;
  const status = native.api_error_status == null ? {} : { status: native.api_error_status };
  return { type: 'error', message, code: native.subtype, details: { retryable: false, ...status } };
}

/** Subagents in the background outlive the turn; the calls of the turn itself will get no result any more. */
function backgroundCalls(calls: ClaudeState['calls']): Record<string, PendingCall> {
  return Object.fromEntries(Object.entries(calls).filter(([, call]) => call.thread !== ''));
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Differences of dollars leave dust behind the tenth digit. */
const rounded = (usd: number) => Number(usd.toFixed(10));
