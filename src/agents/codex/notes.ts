import type { ContentPart, DraftItem } from '../../schema/index.js';
import { completed, type Origin, status, system } from '../kit/drafts.js';
import type { Step } from '../kit/fold.js';
import type { CodexState } from './state.js';
import { isResting } from './sub-agents.js';

/** Items that Codex has no id for. The key must be unique in the session, which outlives the counter. */
function note(
  state: CodexState,
  { threadId, scope }: NotePlace,
  item: (origin: Origin) => DraftItem,
): Step<CodexState> {
  // A sub-agent that has not begun to work has no thread yet.
  const thread = threadId == null || isResting(state, threadId) ? undefined : threadId;
  const origin = { key: `${scope}/note:${state.notes}`, thread };
  return { state: { ...state, notes: state.notes + 1 }, drafts: [completed(item(origin))] };
}

/** `scope` is a turn, or a time. */
interface NotePlace {
  threadId?: string | null | undefined;
  scope: string;
}

export interface StatusNote {
  label: string;
  detail?: string | null | undefined;
  parts?: ContentPart[];
}

/** A status of a thread. */
export function statusNote(
  state: CodexState,
  place: NotePlace,
  { label, detail, parts = [] }: StatusNote,
): Step<CodexState> {
  return note(state, place, (origin) => status(origin, label, detail || null, parts));
}

/** A message of the Codex program itself. */
export function systemNote(
  state: CodexState,
  emittedAtMs: number,
  text: string,
  threadId?: string | null,
): Step<CodexState> {
  return note(state, { threadId, scope: `at:${emittedAtMs}` }, (origin) => system(origin, text));
}
