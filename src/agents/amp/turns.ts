import type { Draft, Metadata, ReportedUsage, TurnOutcome } from '../../schema/index.js';
import { categoryOfMessage } from '../kit/error-category.js';
import { defined } from '../kit/record.js';
import type { NativeOf } from './native.js';
import type { AmpState, Step } from './state.js';

/** Amp starts turns by itself: for messages from other clients, or for one that arrived just as a turn ended. */
export function ensureTurn(state: AmpState): Step {
  if (state.turn) return { state, drafts: [] };
  return { state: { ...state, turn: true }, drafts: [{ type: 'turn.started' }] };
}

/** Ends the turn, if one is running. The session machine closes its open items. */
export function endTurn(state: AmpState, outcome: TurnOutcome, native: Metadata = {}): Step {
  const { turn, model } = state;
  const ended = { ...state, turn: false, unechoed: [], unfinished: {}, calls: {}, usage: {}, model: null };
  if (!turn) return { state: ended, drafts: [] };
  const usage = usageOf(state.usage);
  const metadata = {
    ...defined({ model }),
    ...(Object.keys(usage).length === 0 ? {} : { usage }),
    ...(Object.keys(native).length === 0 ? {} : { native }),
  };
  return { state: ended, drafts: [{ type: 'turn.ended', outcome, metadata }] };
}

/** As in the Messages API, the input does not include tokens that were read from a cache or written to one. */
function usageOf(counts: AmpState['usage']): ReportedUsage {
  const { input_tokens: uncached, output_tokens } = counts;
  const { cache_read_input_tokens: read, cache_creation_input_tokens: written } = counts;
  return defined({
    input_tokens: uncached === undefined ? null : uncached + (read ?? 0) + (written ?? 0),
    cached_tokens: read,
    cache_write_tokens: written,
    output_tokens,
  });
}

export function addUsage(state: AmpState, usage: Record<string, number | undefined>): AmpState {
  const total = { ...state.usage };
  for (const [kind, tokens] of Object.entries(usage))
    if (tokens !== undefined) total[kind] = (total[kind] ?? 0) + tokens;
  return { ...state, usage: total };
}

/** The process is about to exit; a running turn ends with it. */
export function translateResult(state: AmpState, { subtype, is_error, error }: NativeOf<'result'>): Step {
  // Reported after SIGINT and SIGTERM.
  if (is_error && /user cancell?ed/i.test(error ?? '')) return endTurn(state, 'interrupted');
  if (subtype === 'error_max_turns') return endTurn(state, 'max_turns');
  if (!is_error) return endTurn(state, 'completed');
  return failTurn(state, error || `the turn ended with ${subtype}`, subtype);
}

export function failTurn(state: AmpState, message: string, code: string | null): Step {
  const details = { retryable: false, category: categoryOfMessage(message) };
  const error: Draft = { type: 'error', message, code, details };
  const { state: ended, drafts } = endTurn(state, 'error');
  return { state: ended, drafts: [error, ...drafts] };
}
