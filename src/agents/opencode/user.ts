import type { ContentPart } from '../../schema/index.js';
import { completed, message } from '../kit/drafts.js';
import { nothing } from '../kit/fold.js';
import { at, without } from '../kit/record.js';
import { filePart, originOf } from './items.js';
import { type NativeEvent, subjectOf } from './native.js';
import type { PartOf } from './native-parts.js';
import { messageShown, type OpenCodeState, type Outcome } from './state.js';

type UserPart = PartOf<'text'> | PartOf<'file'>;

/** Whether a part is the user's. Where its message is unknown: only streamed text has a time. */
export function isUsers(state: OpenCodeState, part: UserPart): boolean {
  const by = at(state.messages, part.messageID)?.by;
  return by === undefined ? part.type === 'text' && part.time == null : by === 'user';
}

/** Collects a part of the user's message. The message becomes one item once all of its parts have come. */
export function collectUserPart(state: OpenCodeState, part: UserPart): Outcome {
  // Text that the server adds for the model is not the user's.
  if (part.type === 'text' && (part.synthetic === true || part.ignored === true)) return nothing;
  const content: ContentPart = part.type === 'text' ? { type: 'text', text: part.text } : filePart(part);
  const { sessionID: session, messageID } = part;
  const before = at(state.userMessages, session);
  const parts = before?.message === messageID ? before.parts : {};
  const collected = { message: messageID, parts: { ...parts, [part.id]: content } };
  return { state: { ...state, userMessages: { ...state.userMessages, [session]: collected } }, drafts: [] };
}

/** An event about anything else of its session shows that the user's message is complete. */
export function completeUser(event: NativeEvent, state: OpenCodeState): Outcome {
  // These may come between the parts of a message.
  if (event.name === 'session.updated') return nothing;
  if (event.name === 'session.status' && event.message.status.type === 'busy') return nothing;
  const subject = subjectOf(event);
  if (subject.session === null || at(state.userMessages, subject.session)?.message === subject.message)
    return nothing;
  return emitUserMessage(state, subject.session);
}

/** Completes the user's message that was collected in a session, if any. */
export function emitUserMessage(state: OpenCodeState, session: string): Outcome {
  const collected = at(state.userMessages, session);
  if (collected === undefined) return nothing;
  const after = messageShown({ ...state, userMessages: without(state.userMessages, session) }, session);
  const { message: id, parts } = collected;
  const { prompts = {}, compacted = [] } = state.turn ?? {};
  const clientId = at(prompts, id);
  // After a compaction the server repeats the user's message for the model.
  const isRepeated = compacted.includes(session) && clientId === undefined;
  if (isRepeated) return { state: after, drafts: [] };
  const item = message(originOf(state, session, id), Object.values(parts));
  const sentAs = clientId === undefined ? {} : { message_id: clientId };
  return { state: after, drafts: [completed({ ...item, ...sentAs, role: 'user' })] };
}
