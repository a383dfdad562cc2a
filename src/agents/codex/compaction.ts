import type { DraftItem } from '../../schema/index.js';
import { completed, started, status } from '../kit/drafts.js';
import type { Step } from '../kit/fold.js';
import { at, defined, without } from '../kit/record.js';
import type { Place } from './items.js';
import { type CodexState, isOwn } from './state.js';

/** A compaction under way. */
export interface Compaction {
  trigger: 'auto' | 'manual';
  /** How full the context was; null if that is unknown. */
  before: number | null;
}

export function compactionStarted(state: CodexState, place: Place): Step<CodexState> {
  const compaction: Compaction = {
    trigger: state.isCompactionAsked ? 'manual' : 'auto',
    before: usedTokens(state, place),
  };
  return {
    state: {
      ...state,
      isCompactionAsked: false,
      compactions: { ...state.compactions, [place.key]: compaction },
    },
    drafts: [started(status(place, 'compaction', 'Compacting the conversation'))],
  };
}

export function compactionCompleted(state: CodexState, place: Place): Step<CodexState> {
  const { trigger = 'auto', before = null } = at(state.compactions, place.key) ?? {};
  const fields = { trigger, ...defined({ before_tokens: before, after_tokens: usedTokens(state, place) }) };
  return {
    state: { ...state, compactions: without(state.compactions, place.key) },
    drafts: [completed(compactionItem(place, fields))],
  };
}

function compactionItem(
  place: Place,
  fields: { trigger: string; before_tokens?: number; after_tokens?: number },
): DraftItem {
  const { before_tokens: before, after_tokens: after } = fields;
  const sizes = before === undefined || after === undefined ? '' : ` from ${before} to ${after} tokens`;
  return status(place, 'compaction', `The conversation was compacted${sizes}`, [
    { type: 'json', json: { ...fields } },
  ]);
}

/** Known of the main thread only. */
function usedTokens(state: CodexState, { owner }: Place): number | null {
  return isOwn(state, owner) ? (state.context?.used_tokens ?? null) : null;
}
