import type { Draft, DraftItem } from '../../schema/index.js';
import { completed, delta as deltaOf, failed, message, started, textParts, thought } from '../kit/drafts.js';
import { nothing } from '../kit/fold.js';
import { at, without } from '../kit/record.js';
import { isCutOff } from './children.js';
import { originOf } from './items.js';
import type { PropertiesOf } from './native.js';
import type { PartOf } from './native-parts.js';
import { messageShown, type OpenCodeState, type OpenText, type Outcome } from './state.js';

type TextPart = PartOf<'text'> | PartOf<'reasoning'>;

/** A text or a thought: empty when it begins, whole when it ends, and deltas between. */
export function textUpdated(state: OpenCodeState, part: TextPart): Outcome {
  const { id, sessionID } = part;
  const text = at(state.texts, id);
  if (part.time?.end == null)
    return { state: keep(state, id, text ?? opened(sessionID, part.type)), drafts: [] };
  const over = { ...state, texts: without(state.texts, id) };
  if (part.text === '' && text?.started !== true) return { state: over, drafts: [] };
  const { content, ...bare } = itemOf(state, sessionID, id, part.type, part.text);
  // Where the server trimmed a text that was streamed, readers keep what they have seen.
  const isTrimmed = text?.torn !== true && part.text.length < (text?.length ?? 0);
  const item: DraftItem = isTrimmed || content === undefined ? bare : { ...bare, content };
  // After an abort or an error the server ends a text as if it were complete.
  const isCut = isCutOff(state, sessionID);
  return { state: messageShown(over, sessionID), drafts: [isCut ? failed(item) : completed(item)] };
}

/** A delta of a text or of a thought. Where its part is unknown, it is a text, as most are. */
export function textStreamed(
  state: OpenCodeState,
  { sessionID, messageID, partID, field, delta }: PropertiesOf<'message.part.delta'>,
): Outcome {
  if (field !== 'text' || at(state.messages, messageID)?.by === 'none') return nothing;
  const text = at(state.texts, partID) ?? opened(sessionID, 'text');
  if (text.torn) return nothing;
  const drafts: Draft[] = [deltaOf(partID, delta)];
  if (!text.started) drafts.unshift(started(itemOf(state, sessionID, partID, text.kind, '')));
  const next = { ...text, length: text.length + delta.length, started: true };
  return { state: messageShown(keep(state, partID, next), sessionID), drafts };
}

/** Fails texts for which no end will come, after an abort or a retry. */
export function cutTexts(state: OpenCodeState, isCut: (text: OpenText, id: string) => boolean): Outcome {
  const cut = Object.entries(state.texts).filter(([id, text]) => isCut(text, id));
  if (cut.length === 0) return nothing;
  return {
    state: { ...state, texts: without(state.texts, ...cut.map(([id]) => id)) },
    drafts: cut
      .filter(([, text]) => text.started)
      .map(([key]) => failed({ key, kind: 'message', role: 'assistant' })),
  };
}

/** Events were lost, so the open texts of a session have a hole. */
export function tearTexts(state: OpenCodeState, session: string): OpenCodeState {
  const torn = Object.entries(state.texts).map(([id, text]) => [
    id,
    text.session === session ? { ...text, torn: true } : text,
  ]);
  return { ...state, texts: Object.fromEntries(torn) };
}

function itemOf(
  state: OpenCodeState,
  session: string,
  id: string,
  kind: OpenText['kind'],
  text: string,
): DraftItem {
  const origin = originOf(state, session, id);
  return kind === 'reasoning' ? thought(origin, text) : message(origin, textParts(text));
}

function opened(session: string, kind: OpenText['kind']): OpenText {
  return { session, kind, length: 0, started: false, torn: false };
}

function keep(state: OpenCodeState, id: string, text: OpenText): OpenCodeState {
  return { ...state, texts: { ...state.texts, [id]: text } };
}
