import type { Draft, DraftItem } from '../../src/schema/index.js';
import { begin, end } from './endings.js';
import { completeItem, startItem, streamItem } from './items.js';
import { ask, withdraw } from './requests.js';
import type { Scribe } from './scribe.js';
import { startTurn, turnEnded } from './turns.js';
import { flushUser, meetUser } from './user-message.js';

/** What the machine makes of what a translator says. */
export function takeDraft(scribe: Scribe, draft: Draft, interrupting: boolean): void {
  // The daemon stops: all is closed, and what the agent still says until it is gone comes too late.
  if (scribe.context.held) return;
  if (draft.type === 'session.started') {
    scribe.nativeSession(draft.native_session_id);
    return begin(scribe, draft.metadata ?? {}, 'agent');
  }
  begin(scribe, {}, 'daemon');
  switch (draft.type) {
    case 'session.ended': {
      const message =
        draft.reason === 'error' ? { message: draft.message ?? 'the agent ended with an error' } : {};
      end(scribe, { reason: draft.reason, terminated_by: 'agent', ...message }, 'agent');
      return scribe.effect({ type: 'stop' });
    }
    case 'turn.started':
      return startTurn(scribe, draft.metadata ?? {}, 'agent');
    case 'turn.ended':
      return turnEnded(scribe, draft, interrupting);
    case 'item.started':
      greetUser(scribe, draft.item);
      return startItem(scribe, draft.item);
    case 'item.delta':
      flushUser(scribe);
      return streamItem(scribe, draft.key, draft.delta);
    case 'item.completed':
      greetUser(scribe, draft.item);
      return completeItem(scribe, draft.item);
    case 'error':
      return scribe.write(
        'error',
        { message: draft.message, code: draft.code ?? null, details: draft.details ?? {} },
        'agent',
      );
    case 'permission.requested':
    case 'question.requested':
      flushUser(scribe);
      return ask(scribe, draft);
    case 'permission.resolved':
    case 'question.resolved':
      return withdraw(scribe, draft);
    case 'agent.unparsed': {
      const { error, location, raw_hash = null } = draft;
      return scribe.write('agent.unparsed', { error, location, raw_hash }, 'daemon');
    }
  }
}

/** The user's message comes first in a turn, whoever writes it. */
function greetUser(scribe: Scribe, item: DraftItem): void {
  if (item.role === 'user') meetUser(scribe, item);
  else flushUser(scribe);
}
