import type { ContentPart, DraftItem } from '../../schema/index.js';
import { completed, type Origin, status, system } from '../kit/drafts.js';
import type { Step } from '../kit/fold.js';
import { parentOf } from './items.js';
import type { CodexState } from './state.js';

/** Items that Codex has no id for. The key must be unique in the session, which outlives the counter. */
function note(state: CodexState, scope: string, item: (origin: Origin) => DraftItem, parent?: string) {
  const origin = { key: `${scope}/note:${state.notes}`, parent };
  return { state: { ...state, notes: state.notes + 1 }, drafts: [completed(item(origin))] };
}

export interface StatusNote {
  label: string;
  detail?: string | null | undefined;
  parts?: ContentPart[];
}

/** A status of a thread; `scope` is a turn, or a time. */
export function statusNote(
  state: CodexState,
  { threadId, scope }: { threadId: string; scope: string },
  { label, detail, parts = [] }: StatusNote,
): Step<CodexState> {
  const item = (origin: Origin) => status(origin, label, detail || null, parts);
  return note(state, scope, item, parentOf(state, threadId));
}

/** A message of the Codex program itself. */
export function systemNote(state: CodexState, emittedAtMs: number, text: string): Step<CodexState> {
  return note(state, `at:${emittedAtMs}`, (origin) => system(origin, text));
}
