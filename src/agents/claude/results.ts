import type { Draft, Metadata, TurnOutcome } from '../../schema/index.js';
import { follow } from '../kit/fold.js';
import { without } from '../kit/record.js';
import { endMessage } from './messages.js';
import type { NativeOf } from './native.js';
import { type ClaudeState, initial, MAIN, type Step } from './state.js';
import { inThread, outlivesTurn, restAgents } from './threads.js';

type Result = NativeOf<'result'>;

/** A `result` ends a turn, not the session. */
export function translateResult(state: ClaudeState, native: Result): Step {
  const { state: closed, drafts } = endMessages(state);
  const goesOn = ({ thread }: { thread: string }) => outlivesTurn(state, thread);
  const outcome = outcomeOf(native, state.refused);
  const errors = errorsOf(native);
  const spent = spentIn(native, state);
  const hasNewSession = state.reset && native.session_id !== undefined;
  const queued = stillQueued(state, native);
  const isLast = queued.length === 0 || outcome === 'interrupted';
  return {
    state: {
      ...closed,
      agents: restAgents(state.agents),
      calls: filtered(state.calls, goesOn),
      requests: filtered(state.requests, goesOn),
      costUsd: native.total_cost_usd ?? state.costUsd,
      queued: isLast ? [] : queued,
      carriedOver: isLast ? initial.carriedOver : carried(spent),
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
      ...(isLast ? [turnEnded(outcome, metadataOf(native, spent, errors))] : []),
    ],
  };
}

const carried = ({ cost, usage, durationMs }: Spent): ClaudeState['carriedOver'] => ({
  costUsd: cost ?? 0,
  usage: usage ?? {},
  durationMs: durationMs ?? 0,
});

function turnEnded(outcome: TurnOutcome, metadata: Metadata): Draft {
  return { type: 'turn.ended', outcome, metadata };
}

/**
 * Our messages that the CLI will answer with another result. It takes a message into the running turn where it can: after
 * a tool's result. A message that was steered into plain text comes too late for that, and one that was sent just when the
 * CLI started a turn by itself waits for the end of that. For the session, all of this is one turn.
 */
function stillQueued({ queued }: ClaudeState, { user_message_uuids: answered = [] }: Result): string[] {
  return queued.filter((uuid) => !answered.includes(uuid));
}

/** Ends the open messages of the main thread and of the threads that end with the turn. */
function endMessages(state: ClaudeState): Step {
  const threads = Object.keys(state.threads).filter((thread) => !outlivesTurn(state, thread));
  const step = follow(
    state,
    ...threads.map((thread) => (now: ClaudeState) => inThread(thread, endMessage(now, thread, true), now)),
  );
  return { state: { ...step.state, threads: without(step.state.threads, MAIN) }, drafts: step.drafts };
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
  durationMs: number | undefined;
}

/** Cost, tokens and time of the turn, plus those of results that did not end it. */
function spentIn(native: Result, { costUsd, carriedOver }: ClaudeState): Spent {
  const cost = costOf(native, costUsd);
  const usage = usageOf(native);
  const durationMs =
    native.duration_ms === undefined ? undefined : native.duration_ms + carriedOver.durationMs;
  if (Object.keys(carriedOver.usage).length === 0) return { cost, usage, durationMs };
  const total = { ...carriedOver.usage };
  for (const [kind, tokens] of Object.entries(usage ?? {})) total[kind] = (total[kind] ?? 0) + tokens;
  return { cost: rounded((cost ?? 0) + carriedOver.costUsd), usage: total, durationMs };
}

function metadataOf(native: Result, { cost, usage, durationMs }: Spent, errors: string[]): Metadata {
  const { num_turns, stop_reason, origin } = native;
  return {
    ...(usage === null ? {} : { usage }),
    ...(cost === null ? {} : { cost_usd: cost }),
    ...(durationMs === undefined ? {} : { duration_ms: durationMs }),
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

function filtered<T>(record: Readonly<Record<string, T>>, keeps: (value: T) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => keeps(value)));
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Removes floating-point noise from differences. */
const rounded = (usd: number) => Number(usd.toFixed(10));
