import { completed, filePart, originOf, started, statusItem } from './items.js';
import type { NativePart, PartOf, PartType } from './native-parts.js';
import { patched } from './patches.js';
import { at, nothing, type OpenCodeState, type Step } from './state.js';
import { textUpdated } from './texts.js';
import { toolUpdated } from './tool-events.js';
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
    const origin = originOf(state, part.sessionID);
    if (origin === null) return nothing;
    const { id } = part;
    return {
      drafts: [
        completed({
          key: id,
          native_item_id: id,
          ...origin,
          kind: 'message',
          role: 'assistant',
          content: [filePart(part)],
        }),
      ],
    };
  },

  subtask: (state, { id, sessionID, agent, description }) => {
    const origin = originOf(state, sessionID);
    if (origin === null) return nothing;
    const detail = `${agent}: ${description}`;
    return {
      drafts: [completed(statusItem(origin, id, id, [{ type: 'status', label: 'subtask', detail }]))],
    };
  },

  // It stands in a message of the user's role, which no user has sent. The summary that follows is for the model.
  compaction: (state, { id, sessionID, auto }) => {
    const origin = originOf(state, sessionID);
    if (origin === null) return nothing;
    const { turn } = state;
    const detail = auto === true ? 'auto' : 'manual';
    return {
      state: {
        ...state,
        turn: turn && { ...turn, compacted: [...turn.compacted, sessionID] },
        compacting: { ...state.compacting, [sessionID]: id },
      },
      drafts: [started(statusItem(origin, id, id, [{ type: 'status', label: 'compacting', detail }]))],
    };
  },
};

export function partUpdated(state: OpenCodeState, part: NativePart): Step {
  if (at(state.messages, part.messageID)?.by === 'none') return nothing;
  // The table holds for each type the case of that very type, which the compiler cannot follow here.
  const handle = cases[part.type] as (state: OpenCodeState, part: NativePart) => Step;
  return handle(state, part);
}
