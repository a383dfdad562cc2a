import type { ContentPart, DraftItem } from '../../schema/index.js';
import { message, type Origin, status, system, textParts } from '../kit/drafts.js';
import type { ItemOf, ItemType, NativeInput, NativeItem } from './native-items.js';
import { type CodexState, isOwn } from './state.js';
import type { ToolItem } from './tools.js';

/** The identity of a native item. */
export interface Place extends Origin {
  /** The native thread, also for the session's own. */
  owner: string;
  callId: string;
}

/** Item ids come from the model and are unique in their turn at best; ids of turns are unique. */
export function placeOf(
  state: CodexState,
  { threadId: owner, turnId }: { threadId: string; turnId: string },
  id: string,
): Place {
  const key = `${turnId}/${id}`;
  if (isOwn(state, owner)) return { key, owner, id, callId: id };
  return { key, owner, id, thread: owner, callId: `${owner}/${id}` };
}

type Plain = Exclude<ItemType, ToolItem['type'] | 'reasoning' | 'contextCompaction'>;

/** Items that are one item here too. */
const shapes: { [T in Plain]: (place: Place, item: ItemOf<T>) => DraftItem } = {
  userMessage: (place, { content, clientId }) => ({
    ...message(place, content.flatMap(inputPart)),
    role: 'user',
    ...(clientId ? { message_id: clientId } : {}),
  }),

  agentMessage: (place, { text, delivery, questions }) =>
    message(place, [
      ...textParts(text),
      // An asynchronous question does not block: it is answered by an ordinary message.
      ...(questions?.length
        ? [{ type: 'json' as const, json: { delivery: delivery ?? null, questions: asJson(questions) } }]
        : []),
    ]),

  plan: (place, { text }) => message(place, textParts(text)),

  enteredReviewMode: (place, { review }) => status(place, 'Review started', review),
  exitedReviewMode: (place, { review }) => status(place, 'Review finished', review),

  hookPrompt: (place, { fragments }) => system(place, fragments.map(({ text }) => text).join('\n')),
};

export function plainItem(place: Place, item: ItemOf<Plain>): DraftItem {
  // The table maps each type to its shape, a relation that the compiler cannot express.
  const shape = shapes[item.type] as (place: Place, item: NativeItem) => DraftItem;
  return shape(place, item);
}

/** An item that is streamed and may be cut off. */
export function isStreamed(item: NativeItem): item is ItemOf<'agentMessage' | 'plan'> {
  return item.type === 'agentMessage' || item.type === 'plan';
}

function inputPart({ type, text, url, fileId, path }: NativeInput): ContentPart[] {
  const where = path ?? url ?? fileId;
  if (type === 'text') return textParts(text ?? '');
  if (where == null) return [];
  if (type !== 'image' && type !== 'localImage') return [{ type: 'file_ref', path: where, action: 'read' }];
  const mime = /^data:(image\/[^;,]+)/.exec(where)?.[1];
  return [{ type: 'image', path: where, ...(mime === undefined ? {} : { mime }) }];
}

function asJson(questions: NonNullable<ItemOf<'agentMessage'>['questions']>) {
  return questions.map(({ title, options }) => ({ title, options: options ?? [] }));
}
