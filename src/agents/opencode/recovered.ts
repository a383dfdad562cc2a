import { type Fold, follow, nothing } from '../kit/fold.js';
import { at } from '../kit/record.js';
import { messageUpdated } from './messages.js';
import type { RecoveredNotice } from './notices.js';
import { partUpdated } from './parts.js';
import { atWork } from './progress.js';
import { isOwn, type OpenCodeState, type Outcome } from './state.js';
import { endSubAgent, subAgentBusy } from './sub-agents.js';
import { tearTexts } from './texts.js';
import { endTurn } from './turns.js';
import { emitUserMessage } from './user.js';

/**
 * Events were lost, and the messages show what came of them. Each message is translated as its events would have been;
 * the machine drops what it has already, by its key.
 */
export function recovered(before: OpenCodeState, { session, messages, isIdle }: RecoveredNotice): Outcome {
  const folds = messages.flatMap(({ info, parts }): Fold<OpenCodeState>[] => [
    (state) => messageUpdated(state, info),
    ...parts.map((part) => (state: OpenCodeState) => partUpdated(state, part)),
    (state) => emitUserMessage(state, session),
  ]);
  const hasNews = messages.some(({ info }) => at(before.messages, info.id) === undefined);
  if (!isOwn(before, session))
    return follow(
      before,
      (state) => (hasNews || !isIdle ? subAgentBusy(state, session) : nothing),
      ...folds,
      (state) => ({ state: tearTexts(state, session), drafts: [] }),
      (state) => (isIdle ? endSubAgent(state, session) : nothing),
    );
  return follow(before, ...folds, (state) => {
    const torn = tearTexts(state, session);
    const { turn } = torn;
    if (turn === null) return { state: torn, drafts: [] };
    const now = { ...torn, turn: { ...turn, progress: atWork(turn.progress) } };
    return isIdle ? endTurn(now) : { state: now, drafts: [] };
  });
}
