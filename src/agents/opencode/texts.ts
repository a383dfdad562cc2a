import type { Draft } from '../../schema/index.js';
import { completed, originOf, spoken, started } from './items.js';
import type { PropertiesOf } from './native.js';
import type { PartOf } from './native-parts.js';
import { at, nothing, type OpenCodeState, type OpenText, type Step, without } from './state.js';

type Spoken = PartOf<'text'> | PartOf<'reasoning'>;

/** A text or a thought: empty when it begins, whole when it ends. What is between comes as deltas. */
export function textUpdated(state: OpenCodeState, part: Spoken): Step {
  const text = at(state.texts, part.id);
  if (part.time?.end == null)
    return { state: keep(state, part.id, text ?? opened(part.sessionID, part.type)), drafts: [] };
  const over = { ...state, texts: without(state.texts, part.id) };
  if (part.text === '' && text?.started !== true) return { state: over, drafts: [] };
  const { content, ...said } = spoken(originOf(state, part.sessionID), part.id, part.type, part.text);
  // After an abort or an error the server ends what was being said as if all of it were said.
  const item = state.turn?.aborted || state.turn?.failure ? { ...said, status: 'failed' as const } : said;
  // Shorter than what was streamed, it was trimmed: what a reader has seen stays.
  const isTrimmed = text?.torn !== true && part.text.length < (text?.length ?? 0);
  return { state: over, drafts: [completed(isTrimmed || !content ? item : { ...item, content })] };
}

/** A piece of a text or of a thought. One whose part was never told is a text, as most are. */
export function textStreamed(
  state: OpenCodeState,
  { sessionID, messageID, partID, field, delta }: PropertiesOf<'message.part.delta'>,
): Step {
  if (field !== 'text' || at(state.messages, messageID)?.by === 'none') return nothing;
  const text = at(state.texts, partID) ?? opened(sessionID, 'text');
  if (text.torn) return nothing;
  const drafts: Draft[] = [{ type: 'item.delta', key: partID, delta }];
  if (!text.started) drafts.unshift(started(spoken(originOf(state, sessionID), partID, text.kind, '')));
  return {
    state: keep(state, partID, { ...text, length: text.length + delta.length, started: true }),
    drafts,
  };
}

/** Ends what was being said: for what an abort or a retry cuts off no end ever comes, and the turn may still end well. */
export function cutTexts(state: OpenCodeState, isCut: (text: OpenText, id: string) => boolean): Step {
  const ids = Object.keys(state.texts).filter((id) => isCut(state.texts[id]!, id));
  if (ids.length === 0) return nothing;
  return {
    state: { ...state, texts: without(state.texts, ...ids) },
    drafts: ids
      .filter((id) => state.texts[id]?.started)
      .map((key) => completed({ key, kind: 'message', role: 'assistant', status: 'failed' })),
  };
}

/** Events were lost: what is still being said has a hole. */
export function tearTexts(state: OpenCodeState, session: string): OpenCodeState {
  const torn = Object.entries(state.texts).map(([id, text]) => [
    id,
    text.session === session ? { ...text, torn: true } : text,
  ]);
  return { ...state, texts: Object.fromEntries(torn) };
}

function opened(session: string, kind: OpenText['kind']): OpenText {
  return { session, kind, length: 0, started: false, torn: false };
}

function keep(state: OpenCodeState, id: string, text: OpenText): OpenCodeState {
  return { ...state, texts: { ...state.texts, [id]: text } };
}
