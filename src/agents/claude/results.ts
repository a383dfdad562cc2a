import type { Draft, Metadata, TurnOutcome } from '../../schema/index.js';
import { endMessages } from './messages.js';
import type { NativeOf } from './native.js';
import type { ClaudeState, PendingCall, Step } from './state.js';

type Result = NativeOf<'result'>;

/** A `result` ends a turn, not the session. */
export function translateResult(state: ClaudeState, native: Result): Step {
  const { state: closed, drafts } = endMessages(state);
  const outcome = outcomeOf(native, state.refused);
  const errors = errorsOf(native);
  const spent = spentIn(native, state);
  const hasNewSession = state.reset && native.session_id !== undefined;
  const isBackgroundTurn = endsBackgroundTurn(state, native, outcome);
  return {
    state: {
      ...closed,
      calls: backgroundCalls(state.calls),
      requests: {},
      costUsd: native.total_cost_usd ?? state.costUsd,
      queued: isBackgroundTurn ? state.queued : [],
      carriedOver: isBackgroundTurn ? { costUsd: spent.cost ?? 0, usage: spent.usage ?? {} } : nothingSpent,
      compacting: null,
      summaryDue: false,
      errorReported: false,
      refused: false,
      ...(hasNewSession ? { session: native.session_id ?? null, reset: false } : {}),
    },
    drafts: [
      ...drafts,
      ...(hasNewSession ? [{ type: 'session.started' as const, native_session_id: native.session_id }] : []),
      ...(outcome === 'error' && !state.errorReported ? [errorOf(native, errors)] : []),
      ...(isBackgroundTurn ? [] : [turnEnded(outcome, metadataOf(native, spent, errors))]),
    ],
  };
}

const nothingSpent: ClaudeState['carriedOver'] = { costUsd: 0, usage: {} };

function turnEnded(outcome: TurnOutcome, metadata: Metadata): Draft {
  return { type: 'turn.ended', outcome, metadata };
}

/**
 * Whether the result ends a turn that no message of ours started. When a background task finishes, the CLI starts a turn
 * by itself and queues a message that we send at that moment. For the session, that message's turn is already running.
 */
function endsBackgroundTurn(state: ClaudeState, native: Result, outcome: TurnOutcome): boolean {
  const { origin, user_message_uuids: answered = [] } = native;
  return (
    origin !== undefined && answered.length === 0 && state.queued.length > 0 && outcome !== 'interrupted'
  );
}

/** API errors have the subtype `success`, so `is_error` decides. It is also set for interrupted turns. */
function outcomeOf(native: Result, refused = false): TurnOutcome {
  const { subtype, is_error, terminal_reason = '', stop_reason } = native;
  if (terminal_reason === 'max_turns' || subtype === 'error_max_turns') return 'max_turns';
  if (terminal_reason.startsWith('aborted_')) return 'interrupted';
  if (refused || stop_reason === 'refusal') return 'refused';
  return is_error ? 'error' : 'completed';
}

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

interface Spent {
  cost: number | null;
  usage: Record<string, number> | null;
}

/** Cost and tokens of the turn, plus those carried over from a background turn. */
function spentIn(native: Result, { costUsd, carriedOver }: ClaudeState): Spent {
  const cost = costOf(native, costUsd);
  const usage = usageOf(native);
  if (Object.keys(carriedOver.usage).length === 0) return { cost, usage };
  const total = { ...carriedOver.usage };
  for (const [kind, tokens] of Object.entries(usage ?? {})) total[kind] = (total[kind] ?? 0) + tokens;
  return { cost: rounded((cost ?? 0) + carriedOver.costUsd), usage: total };
}

function metadataOf(native: Result, { cost, usage }: Spent, errors: string[]): Metadata {
  const { duration_ms, num_turns, stop_reason, origin } = native;
  return {
    ...(usage === null ? {} : { usage }),
    ...(cost === null ? {} : { cost_usd: cost }),
    ...(duration_ms === undefined ? {} : { duration_ms }),
    ...(num_turns === undefined ? {} : { num_turns }),
    ...(stop_reason == null ? {} : { stop_reason }),
    // Set if the CLI started the turn by itself.
    ...(origin === undefined ? {} : { origin: origin.kind }),
    ...(errors.length === 0 ? {} : { errors }),
  };
}

/** The errors without the CLI's internal diagnostics. */
function errorsOf({ errors = [] }: Result): string[] {
  return errors.filter((error) => !error.startsWith('[ede_diagnostic]'));
}

function errorOf(native: Result, errors: string[]): Draft {
  const message = errors.join('\n') || native.result || `the turn ended with ${native.subtype}`;
  const status = native.api_error_status == null ? {} : { status: native.api_error_status };
  return { type: 'error', message, code: native.subtype, details: { retryable: false, ...status } };
}

/** Background sub-agents outlive the turn; calls of the main conversation get no result after it. */
function backgroundCalls(calls: ClaudeState['calls']): Record<string, PendingCall> {
  return Object.fromEntries(Object.entries(calls).filter(([, call]) => call.thread !== ''));
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Removes floating-point noise from differences. */
const rounded = (usd: number) => Number(usd.toFixed(10));
