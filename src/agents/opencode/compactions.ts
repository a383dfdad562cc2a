import { completed, started, status } from '../kit/drafts.js';
import { follow, nothing } from '../kit/fold.js';
import { at, defined, without } from '../kit/record.js';
import { originOf } from './items.js';
import type { PartOf } from './native-parts.js';
import { type Compaction, isOwn, type OpenCodeState, type Outcome } from './state.js';
import { turnBegun } from './turns.js';

/** A compaction begins, in a message of the user's role that no user has sent. The summary that follows is for the model. */
export function compactionBegun(
  before: OpenCodeState,
  { id, sessionID, auto }: PartOf<'compaction'>,
): Outcome {
  return follow(
    before,
    (state) => (isOwn(state, sessionID) ? turnBegun(state) : nothing),
    (state) => {
      const compaction: Compaction = {
        id,
        trigger: auto === true ? 'auto' : 'manual',
        before: isOwn(state, sessionID) ? (state.context?.tokens ?? null) : null,
      };
      return {
        state: {
          ...state,
          turn: state.turn && { ...state.turn, compacted: [...state.turn.compacted, sessionID] },
          compacting: { ...state.compacting, [sessionID]: compaction },
        },
        drafts: [started(item(state, sessionID, compaction, 'Compacting the conversation'))],
      };
    },
  );
}

export function compactionEnded(state: OpenCodeState, session: string): Outcome {
  const compaction = at(state.compacting, session);
  if (compaction === undefined) return nothing;
  return {
    state: {
      ...state,
      compacting: without(state.compacting, session),
      context: isOwn(state, session) ? null : state.context,
    },
    drafts: [completed(item(state, session, compaction, 'The conversation was compacted'))],
  };
}

function item(state: OpenCodeState, session: string, { id, trigger, before }: Compaction, detail: string) {
  const fields = defined({ trigger, before_tokens: before });
  return status(originOf(state, session, id), 'compaction', detail, [{ type: 'json', json: fields }]);
}
