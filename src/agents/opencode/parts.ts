import { completed, filePart, originOf, started, statusItem } from './items.js';
import type { NativePart, PartOf, PartType } from './native-parts.js';
import { patched } from './patches.js';
import { at, follow, isOwn, nothing, type OpenCodeState, type Step } from './state.js';
import { textUpdated } from './texts.js';
import { toolUpdated } from './tool-events.js';
import { begun } from './turns.js';
import { hear, isUsers } from './user.js';

type PartCase<T extends PartType> = (state: OpenCodeState, part: PartOf<T>) => Step;

/** One case per type of part. */
const cases: { [T in PartType]: PartCase<T> } = {
  text: (state, part) => (isUsers(state, part) ? hear(state, part) : textUpdated(state, part)),
  reasoning: textUpdated,
  tool: toolUpdated,
  patch: patched,

  file: (state, part) => {
    if (isUsers(state, part)) return hear(state, part);
    const { id } = part;
    return {
      drafts: [
        completed({
          key: id,
          native_item_id: id,
          ...originOf(state, part.sessionID),
          kind: 'message',
          role: 'assistant',
          content: [filePart(part)],
        }),
      ],
    };
  },

  subtask: (state, { id, sessionID, agent, description }) => {
    const detail = `${agent}: ${description}`;
    return {
      drafts: [
        completed(
          statusItem(originOf(state, sessionID), id, id, [{ type: 'status', label: 'subtask', detail }]),
        ),
      ],
    };
  },

  // It stands in a message of the user's role, which no user has sent. The summary that follows is for the model.
  compaction: (before, { id, sessionID, auto }) => {
    const origin = originOf(before, sessionID);
    const { state, drafts } = isOwn(before, sessionID)
      ? follow(before, begun)
      : { state: before, drafts: [] };
    const { turn } = state;
    const detail = auto === true ? 'auto' : 'manual';
    drafts.push(started(statusItem(origin, id, id, [{ type: 'status', label: 'compacting', detail }])));
    return {
      state: {
        ...state,
        turn: turn && { ...turn, compacted: [...turn.compacted, sessionID] },
        compacting: { ...state.compacting, [sessionID]: id },
      },
      drafts,
    };
  },
};

export function partUpdated(state: OpenCodeState, part: NativePart): Step {
  if (at(state.messages, part.messageID)?.by === 'none') return nothing;
  // The table holds for each type the case of that very type, which the compiler cannot follow here.
  const handle = cases[part.type] as (state: OpenCodeState, part: NativePart) => Step;
  return handle(state, part);
}
