import { at } from '../kit/record.js';
import { childAnswering } from './children.js';
import { modelOf, type NativeAssistant, type NativeMessage, type NativeUser } from './native-messages.js';
import { explained } from './patches.js';
import { answering } from './progress.js';
import { isOwn, type KnownMessage, type OpenCodeState, type Step, type Turn } from './state.js';
import { errorOf } from './turns.js';
import { spentOf, totalOf } from './usage.js';

/** Whose a message is, and how far it has come. Its content comes in parts. */
export function messageUpdated(state: OpenCodeState, info: NativeMessage): Step {
  return info.role === 'user' ? userUpdated(state, info) : assistantUpdated(state, info);
}

function userUpdated(before: OpenCodeState, info: NativeUser): Step {
  const by = isCopy(before, info) ? 'none' : 'user';
  const state = known(before, info, { by });
  const { turn } = state;
  const isBeginning =
    by === 'user' && isOwn(state, info.sessionID) && turn?.began === null && begins(turn, info);
  return explained(
    isBeginning ? { ...state, turn: { ...turn, user: info.id, began: info.time.created } } : state,
    info.sessionID,
    info.summary?.diffs ?? [],
  );
}

/** Whether a message is the one that we sent; without its id, the first new one: updates of old ones have a summary. */
function begins({ prompts }: Turn, { id, summary }: NativeUser): boolean {
  return Object.keys(prompts).length === 0 ? summary == null : Object.hasOwn(prompts, id);
}

function assistantUpdated(before: OpenCodeState, info: NativeAssistant): Step {
  const { turn } = before;
  const own = isOwn(before, info.sessionID);
  const isOld = isCopy(before, info) || (own && turn !== null && isStale(turn, info));
  const spent = isOld ? null : spentOf(info.tokens, info.cost);
  const state = known(before, info, {
    by: info.summary === true || isCopy(before, info) ? 'none' : 'assistant',
    ...(spent === null ? {} : { spent }),
  });
  if (!own) return { state: childAnswering(state, info), drafts: [] };
  const model = modelOf(info);
  const isNew = at(before.messages, info.id) === undefined;
  if (turn === null || isOld || !(isNew || turn.last?.id === info.id)) return { state, drafts: [] };
  const { completed } = info.time;
  const next: Turn = {
    ...(isNew ? { ...turn, retrying: false, failure: null } : turn),
    ended: completed ?? turn.ended,
    progress: answering(turn.progress, info),
    last: { id: info.id, finish: info.finish ?? null, model },
  };
  // A summary was written with the whole conversation, which it replaces.
  const isContext = spent !== null && model !== null && info.summary !== true;
  return {
    state: {
      ...state,
      context: isContext ? { model, tokens: totalOf(spent.tokens) } : state.context,
      turn: info.error == null ? next : errorOf(next, info.error),
    },
    drafts: [],
  };
}

/** A fork begins with copies of the earlier messages, as new messages with their old times. */
function isCopy(state: OpenCodeState, { sessionID, time }: NativeMessage): boolean {
  return isOwn(state, sessionID) && state.created !== null && time.created < state.created;
}

/** The end of an earlier turn may come after the next one was begun. */
function isStale({ began, prompts }: Turn, { parentID, time }: NativeAssistant): boolean {
  if (began !== null) return time.created < began;
  return Object.keys(prompts).length > 0 && !Object.hasOwn(prompts, parentID ?? '');
}

function known(
  state: OpenCodeState,
  { id, sessionID: session }: NativeMessage,
  message: Omit<KnownMessage, 'session'>,
): OpenCodeState {
  return { ...state, messages: { ...state.messages, [id]: { session, ...message } } };
}
