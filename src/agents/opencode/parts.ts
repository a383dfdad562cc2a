import { completed, message } from '../kit/drafts.js';
import { follow, nothing } from '../kit/fold.js';
import { at } from '../kit/record.js';
import { compactionBegun } from './compactions.js';
import { filePart, originOf } from './items.js';
import type { NativePart, PartOf, PartType } from './native-parts.js';
import { patched } from './patches.js';
import { isOwn, messageShown, type OpenCodeState, type Outcome } from './state.js';
import { textUpdated } from './texts.js';
import { toolUpdated } from './tool-events.js';
import { collectUserPart, isUsers } from './user.js';

/** One case per type of part. */
const cases: { [T in PartType]: (state: OpenCodeState, part: PartOf<T>) => Outcome } = {
  text: (state, part) => (isUsers(state, part) ? collectUserPart(state, part) : textUpdated(state, part)),
  reasoning: textUpdated,
  tool: (before, part) =>
    follow(
      before,
      (state) => messageOf(state, part),
      (state) => toolUpdated(state, part),
    ),
  patch: patched,

  file: (state, part) =>
    isUsers(state, part)
      ? collectUserPart(state, part)
      : [completed(message(originOf(state, part.sessionID, part.id), [filePart(part)]))],

  compaction: compactionBegun,
};

/** A tool that another client runs by itself comes in a message without any text, which is shown for it to belong to. */
function messageOf(state: OpenCodeState, { sessionID, messageID }: PartOf<'tool'>): Outcome {
  if (!isOwn(state, sessionID) || state.turn?.isSilent !== true) return nothing;
  return {
    state: messageShown(state, sessionID),
    drafts: [completed(message(originOf(state, sessionID, messageID), []))],
  };
}

export function partUpdated(state: OpenCodeState, part: NativePart): Outcome {
  if (at(state.messages, part.messageID)?.by === 'none') return nothing;
  // The table holds for each type the case of that very type, which the compiler cannot follow here.
  const handle = cases[part.type] as (state: OpenCodeState, part: NativePart) => Outcome;
  return handle(state, part);
}
