import type { Draft } from '../../schema/index.js';
import { completed, type Origin, status, system } from '../kit/drafts.js';
import type { Step } from '../kit/fold.js';
import type { CodexState } from './state.js';
import { isResting } from './sub-agents.js';

/** `scope` is a turn, or a time. */
export interface NotePlace {
  threadId?: string | null | undefined;
  scope: string;
}

/** An item that Codex has no id for. The key must be unique in the session, which outlives the counter. */
export function note(
  state: CodexState,
  { threadId, scope }: NotePlace,
  draft: (origin: Origin) => Draft,
): Step<CodexState> {
  // A sub-agent that has not begun to work has no thread yet.
  const thread = threadId == null || isResting(state, threadId) ? undefined : threadId;
  const origin = { key: `${scope}/note:${state.notes}`, thread };
  return { state: { ...state, notes: state.notes + 1 }, drafts: [draft(origin)] };
}

/** Progress of a thread; the label is shown as text. */
export function progressNote(
  state: CodexState,
  place: NotePlace,
  label: string,
  detail: string,
): Step<CodexState> {
  return note(state, place, (origin) => completed(status(origin, label, detail || null)));
}

/** A message of the Codex program itself. */
export function systemNote(
  state: CodexState,
  emittedAtMs: number,
  text: string,
  threadId?: string | null,
): Step<CodexState> {
  return note(state, { threadId, scope: `at:${emittedAtMs}` }, (origin) => completed(system(origin, text)));
}
