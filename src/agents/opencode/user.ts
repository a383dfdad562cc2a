import type { ContentPart } from '../../schema/index.js';
import { completed, filePart, originOf } from './items.js';
import type { PartOf } from './native-parts.js';
import { at, nothing, type OpenCodeState, type Step, without } from './state.js';

type Said = PartOf<'text'> | PartOf<'file'>;

/** Whether a part is the user's. Where nobody told whose its message is: only what is streamed has a time. */
export function isUsers(state: OpenCodeState, part: Said): boolean {
  const by = at(state.messages, part.messageID)?.by;
  return by === undefined ? part.type === 'text' && part.time == null : by === 'user';
}

/** A part of the user's message. The message is told as one, once all of its parts have come. */
export function hear(state: OpenCodeState, part: Said): Step {
  // What the server adds for the model, the user never said.
  if (part.type === 'text' && (part.synthetic === true || part.ignored === true)) return nothing;
  const said: ContentPart = part.type === 'text' ? { type: 'text', text: part.text } : filePart(part);
  const { sessionID: session, messageID: message } = part;
  const before = at(state.hearing, session);
  const parts = before?.message === message ? before.parts : {};
  const hearing = { message, parts: { ...parts, [part.id]: said } };
  return { state: { ...state, hearing: { ...state.hearing, [session]: hearing } }, drafts: [] };
}

/** The server speaks of something else: the user's message is whole. */
export function heard(state: OpenCodeState, session: string): Step {
  const hearing = at(state.hearing, session);
  if (hearing === undefined) return nothing;
  const after = { ...state, hearing: without(state.hearing, session) };
  const { message, parts } = hearing;
  const { prompts = {}, compacted = [] } = state.turn ?? {};
  // After a compaction the server asks the model once more what the user asked before it.
  const isAgain = compacted.includes(session) && !Object.hasOwn(prompts, message);
  if (isAgain) return { state: after, drafts: [] };
  const sentAs = at(prompts, message);
  return {
    state: after,
    drafts: [
      completed({
        key: message,
        native_item_id: message,
        ...originOf(state, session),
        ...(sentAs == null ? {} : { message_id: sentAs }),
        kind: 'message',
        role: 'user',
        content: Object.values(parts),
      }),
    ],
  };
}
