import { messageUpdated } from './messages.js';
import type { PropertiesOf } from './native.js';
import { parsePart } from './native-parts.js';
import { partUpdated } from './parts.js';
import { follow, isOwn, nothing, type OpenCodeState, type Step } from './state.js';
import { tearTexts } from './texts.js';
import { endTurn } from './turns.js';
import { heard } from './user.js';

/**
 * Events were lost, and the messages tell what came of it. Each is told as events would have told it; what a reader
 * has already the machine drops by its key.
 */
export function healed(
  before: OpenCodeState,
  { sessionID, messages, status }: PropertiesOf<'greenroom.healed'>,
): Step {
  const told = messages.flatMap(({ info, parts }) => [
    (state: OpenCodeState) => messageUpdated(state, info),
    ...parts.map((part) => (state: OpenCodeState) => retold(state, part)),
    (state: OpenCodeState) => heard(state, sessionID),
  ]);
  return follow(before, ...told, (state) => {
    const torn = tearTexts(state, sessionID);
    if (!isOwn(torn, sessionID) || torn.turn === null) return { state: torn, drafts: [] };
    const now = { ...torn, turn: { ...torn.turn, busy: true } };
    return status === 'idle' ? endTurn(now) : { state: now, drafts: [] };
  });
}

/** What an event could not have told is left out: nobody waits for it. */
function retold(state: OpenCodeState, value: unknown): Step {
  const parsed = parsePart(value);
  return parsed.ok ? partUpdated(state, parsed.part) : nothing;
}
