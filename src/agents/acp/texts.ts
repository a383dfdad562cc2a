import type { ContentPart, Draft } from '../../schema/index.js';
import { completed, delta, message, started, thought } from '../kit/drafts.js';
import { follow, nothing } from '../kit/fold.js';
import { contentPart } from './content.js';
import type { Chunk } from './native.js';
import { type AcpState, newName, type OpenText, type Outcome, type Step } from './state.js';
import { turnBegun } from './turn-begun.js';

/**
 * A piece of what the agent says or thinks. Many agents give no ids, and some give one id to several texts, so a text goes
 * on only as long as nothing else comes between.
 */
export function textStreamed(before: AcpState, kind: OpenText['kind'], chunk: Chunk): Outcome {
  const { content, messageId = null } = chunk;
  if (content.type === 'text')
    return content.text === '' ? nothing : added(before, { kind, id: messageId ?? null }, content.text);
  // Images and resources are messages of their own.
  return follow(before, turnBegun, textEnded, (state) => {
    const { state: named, key } = newName(state, 'message');
    const parts: ContentPart[] = [contentPart(content)];
    return {
      state: { ...named, message: key },
      drafts: [completed(message({ key, id: messageId ?? null }, parts))],
    };
  });
}

function added(before: AcpState, text: Pick<OpenText, 'kind' | 'id'>, piece: string): Step {
  return follow(
    before,
    turnBegun,
    (state) => (goesOn(state.text, text) ? nothing : begun(state, text)),
    (state) => [delta(state.text!.key, piece)],
  );
}

function goesOn(open: OpenText | null, { kind, id }: Pick<OpenText, 'kind' | 'id'>): boolean {
  return open !== null && open.kind === kind && open.id === id;
}

function begun(before: AcpState, { kind, id }: Pick<OpenText, 'kind' | 'id'>): Step {
  return follow(before, textEnded, (state) => {
    const { state: named, key } = newName(state, kind);
    const origin = { key, id };
    const item = kind === 'text' ? message(origin) : thought({ ...origin, parent: state.message }, '');
    const isMessage = kind === 'text';
    return {
      state: { ...named, text: { key, kind, id }, ...(isMessage ? { message: key } : {}) },
      drafts: [started(item)],
    };
  });
}

/** Completes the text that is being streamed. The session machine has its words. */
export function textEnded(state: AcpState): Outcome {
  const { text } = state;
  if (text === null) return nothing;
  const done: Draft = completed(message({ key: text.key, id: text.id }));
  return { state: { ...state, text: null }, drafts: [done] };
}
