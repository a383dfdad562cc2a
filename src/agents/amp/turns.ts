import type { Draft, TurnOutcome } from '../../schema/index.js';
import type { NativeOf } from './native.js';
import type { AmpState, Step } from './state.js';

/** Amp starts turns by itself: for messages from other clients, or for one that arrived just as a turn ended. */
export function ensureTurn(state: AmpState): Step {
  if (state.turn) return { state, drafts: [] };
  return { state: { ...state, turn: true }, drafts: [{ type: 'turn.started' }] };
}

/** Ends the turn, if one is running. The session machine closes its open items. */
export function endTurn(state: AmpState, outcome: TurnOutcome, metadata: Record<string, unknown> = {}): Step {
  const ended = { ...state, turn: false, unechoed: [], unfinished: {}, calls: {}, usage: {} };
  if (!state.turn) return { state: ended, drafts: [] };
  const usage = Object.keys(state.usage).length === 0 ? {} : { usage: state.usage };
  return { state: ended, drafts: [{ type: 'turn.ended', outcome, metadata: { ...usage, ...metadata } }] };
}

export function addUsage(state: AmpState, usage: Record<string, number | undefined>): AmpState {
  const total = { ...state.usage };
  for (const [kind, tokens] of Object.entries(usage)) total[kind] = (total[kind] ?? 0) + (tokens ?? 0);
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
  const error: Draft = { type: 'error', message, code, details: { retryable: false } };
  const { state: ended, drafts } = endTurn(state, 'error');
  return { state: ended, drafts: [error, ...drafts] };
}
