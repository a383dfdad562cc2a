import { type Draft, type DraftItem, type EventSource, TRUST_FOLDER } from '../../src/schema/index.js';
import { endThread } from './closing.js';
import { repeatsTitle } from './facts.js';
import { completeItem, startItem, streamItem } from './items.js';
import { endSession, introduceAgent, startSession } from './lifecycle.js';
import { ask, withdraw } from './requests.js';
import type { Scribe } from './scribe.js';
import { startThread } from './threads.js';
import { handleTurnEnded, startTurn } from './turns.js';
import { flushUserMessages, matchEcho } from './user-message.js';

export function applyDraft(scribe: Scribe, draft: Draft, interrupting: boolean): void {
  // The daemon is shutting down: everything is closed, and further output of the agent is ignored.
  if (scribe.context.held) return;
  if (draft.type === 'session.started') {
    scribe.setNativeSessionId(draft.native_session_id);
    return introduceAgent(scribe, draft.metadata ?? {}, scribe.source);
  }
  startSession(
    scribe,
    isFolderRequest(draft, scribe.source) ? { trust: 'asked' } : { early: true },
    'daemon',
  );
  switch (draft.type) {
    case 'session.ended': {
      const message =
        draft.reason === 'error' ? { message: draft.message ?? 'the agent ended with an error' } : {};
      endSession(scribe, { reason: draft.reason, terminated_by: 'agent', ...message }, scribe.source);
      return scribe.effect({ type: 'stop' });
    }
    case 'turn.started':
      return startTurn(scribe, draft.metadata ?? {}, scribe.source);
    case 'turn.ended':
      return handleTurnEnded(scribe, draft, interrupting);
    case 'thread.started':
      return startThread(scribe, draft);
    case 'thread.ended':
      return endThread(scribe, draft);
    case 'item.started':
      orderUserMessage(scribe, draft.item);
      return startItem(scribe, draft.item);
    case 'item.delta':
      flushUserMessages(scribe);
      return streamItem(scribe, draft.key, draft.delta);
    case 'item.completed':
      if (repeatsTitle(draft.item, scribe.context)) return;
      orderUserMessage(scribe, draft.item);
      return completeItem(scribe, draft.item);
    case 'error':
      return scribe.write(
        'error',
        { message: draft.message, code: draft.code ?? null, details: draft.details },
        scribe.source,
      );
    case 'permission.requested':
    case 'question.requested':
      flushUserMessages(scribe);
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

/** The session starts before its agent, so that a human can be asked about the folder. */
function isFolderRequest(draft: Draft, source: EventSource): boolean {
  return draft.type === 'permission.requested' && draft.action === TRUST_FOLDER && source === 'daemon';
}

/** The user's message precedes everything else of the main thread in a turn, whether the agent echoes it or the daemon writes it. */
function orderUserMessage(scribe: Scribe, item: DraftItem): void {
  if (item.thread != null) return;
  if (item.role === 'user') matchEcho(scribe, item);
  else flushUserMessages(scribe);
}
