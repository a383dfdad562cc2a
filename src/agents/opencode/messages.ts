import { originOf } from './items.js';
import type { NativeAssistant, NativeMessage, NativeUser } from './native-messages.js';
import { explained } from './patches.js';
import { isOwn, type KnownMessage, nothing, type OpenCodeState, type Step, type Turn } from './state.js';
import { errorOf } from './turns.js';
import { spentOf } from './usage.js';

/** Whose a message is, and how far it has come. What it says comes in parts. */
export function messageUpdated(state: OpenCodeState, info: NativeMessage): Step {
  if (originOf(state, info.sessionID) === null) return nothing;
  return info.role === 'user' ? userUpdated(state, info) : assistantUpdated(state, info);
}

function userUpdated(before: OpenCodeState, info: NativeUser): Step {
  const by = isCopy(before, info) ? 'none' : 'user';
  const state = known(before, info, { session: info.sessionID, by });
  const { turn } = state;
  const diffs = info.summary?.diffs ?? [];
  if (diffs.length > 0) return explained(state, info.sessionID, diffs);
  if (turn === null || turn.began !== null || by === 'none' || !isOwn(state, info.sessionID))
    return { state, drafts: [] };
  if (!begins(turn, info)) return { state, drafts: [] };
  return { state: { ...state, turn: { ...turn, user: info.id, began: info.time.created } }, drafts: [] };
}

/** The one that we sent; where we do not know its id, the first that is new: old ones are told with a summary. */
function begins({ prompts }: Turn, { id, summary }: NativeUser): boolean {
  return Object.keys(prompts).length === 0 ? summary == null : Object.hasOwn(prompts, id);
}

function assistantUpdated(before: OpenCodeState, info: NativeAssistant): Step {
  const isNew = !Object.hasOwn(before.messages, info.id);
  const spent = spentOf(info.tokens, info.cost);
  const isNobodys = info.summary === true || isCopy(before, info);
  const state = known(before, info, {
    session: info.sessionID,
    by: isNobodys ? 'none' : 'assistant',
    ...(spent === null || isCopy(before, info) ? {} : { spent }),
  });
  const { turn } = state;
  if (turn === null || !isOwn(state, info.sessionID) || isCopy(before, info) || isStale(turn, info))
    return { state, drafts: [] };
  const { completed } = info.time;
  const next: Turn = {
    ...(isNew ? { ...turn, retrying: false, failure: null } : turn),
    ended: completed ?? turn.ended,
    last: { id: info.id, completed: completed != null, finish: info.finish ?? null },
  };
  return { state: { ...state, turn: info.error == null ? next : errorOf(next, info.error) }, drafts: [] };
}

/** A fork is told all that was said before it, as new messages with their old times. */
function isCopy(state: OpenCodeState, { sessionID, time }: NativeMessage): boolean {
  return isOwn(state, sessionID) && state.created !== null && time.created < state.created;
}

/** The end of an earlier turn may come after the next one was begun. */
function isStale({ began, prompts }: Turn, { parentID, time }: NativeAssistant): boolean {
  if (began !== null) return time.created < began;
  return Object.keys(prompts).length > 0 && !Object.hasOwn(prompts, parentID ?? '');
}

function known(state: OpenCodeState, { id }: NativeMessage, message: KnownMessage): OpenCodeState {
  return { ...state, messages: { ...state.messages, [id]: message } };
}
