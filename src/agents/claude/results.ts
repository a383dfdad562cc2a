import type { Draft, DraftOf, TurnOutcome } from '../../schema/index.js';
import { follow } from '../kit/fold.js';
import { defined, without } from '../kit/record.js';
import { closeCompaction } from './compaction.js';
import { categoryOf } from './errors.js';
import { endMessage } from './messages.js';
import { answeringModel } from './model.js';
import type { NativeOf } from './native.js';
import { type ClaudeState, initial, MAIN, type Step } from './state.js';
import { inThread, outlivesTurn, restAgents } from './threads.js';
import { carried, contextOf, type Spent, spentIn } from './usage.js';

type Result = NativeOf<'result'>;

/** A `result` ends a turn, not the session. */
export function translateResult(state: ClaudeState, native: Result): Step {
  const { state: closed, drafts } = follow(state, endMessages, closeCompaction);
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
      inTurn: false,
      agents: restAgents(state.agents),
      calls: filtered(state.calls, goesOn),
      requests: filtered(state.requests, goesOn),
      costUsd: native.total_cost_usd ?? state.costUsd,
      queued: isLast ? [] : queued,
      carriedOver: isLast ? initial.carriedOver : carried(spent),
      summaryDue: false,
      answeredBy: null,
      errorReported: false,
      refused: false,
      ...(hasNewSession ? { session: native.session_id ?? null, reset: false } : {}),
    },
    drafts: [
      ...drafts,
      ...(hasNewSession ? [{ type: 'session.started' as const, native_session_id: native.session_id }] : []),
      ...(outcome === 'error' && !state.errorReported ? [errorOf(native, errors)] : []),
      ...(isLast
        ? [{ type: 'turn.ended' as const, outcome, metadata: metadataOf(state, native, spent, errors) }]
        : []),
    ],
  };
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

function metadataOf(
  state: ClaudeState,
  native: Result,
  { cost, usage, durationMs }: Spent,
  errors: string[],
): DraftOf<'turn.ended'>['metadata'] {
  const { num_turns, stop_reason, origin } = native;
  const model = state.answeredBy === null ? null : answeringModel(state, state.answeredBy);
  const words = defined({
    num_turns,
    stop_reason,
    // Set if the CLI started the turn by itself.
    origin: origin?.kind,
    errors: errors.length === 0 ? null : errors,
  });
  return {
    ...defined({ model, usage, context: contextOf(native, state), cost_usd: cost, duration_ms: durationMs }),
    ...(Object.keys(words).length === 0 ? {} : { native: words }),
  };
}

/** The errors without the CLI's internal diagnostics. */
function errorsOf({ errors = [] }: Result): string[] {
  return errors.filter((error) => !error.startsWith('[ede_diagnostic]'));
}

function errorOf({ subtype: code, result, api_error_status: status }: Result, errors: string[]): Draft {
  const message = errors.join('\n') || result || `the turn ended with ${code}`;
  // Without a status it is an error of the CLI itself.
  const category = status == null ? 'agent' : categoryOf({ code, status, message });
  return { type: 'error', message, code, details: { retryable: false, category, ...defined({ status }) } };
}

function filtered<T>(record: Readonly<Record<string, T>>, keeps: (value: T) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => keeps(value)));
}
