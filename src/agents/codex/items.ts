import type { ContentPart, Draft, DraftItem } from '../../schema/index.js';
import type { ItemOf, ItemType, NativeInput, NativeItem } from './native-items.js';
import { type CodexState, isOwn } from './state.js';
import type { Tool, ToolItem } from './tools.js';

/** Where an item stands: what we call it, and what it came from. */
export interface Place {
  key: string;
  thread: string;
  id: string;
  /** Only a sub-agent's items came from another item; for the others the machine finds the parent. */
  parent: { parent?: string };
  callId: string;
}

/** Item ids come from the model and are unique in their turn at best; ids of turns are unique. */
export function placeOf(
  state: CodexState,
  { threadId, turnId }: { threadId: string; turnId: string },
  id: string,
): Place {
  const key = `${turnId}/${id}`;
  if (isOwn(state, threadId)) return { key, thread: threadId, id, parent: {}, callId: id };
  const parent = state.children[threadId] ?? `agent:${threadId}`;
  return { key, thread: threadId, id, parent: { parent }, callId: `${threadId}/${id}` };
}

export const callKey = ({ key }: Place) => `${key}/call`;
export const resultKey = ({ key }: Place) => `${key}/result`;
export const summaryKey = ({ key }: Place) => `${key}/summary`;
export const rawKey = ({ key }: Place) => `${key}/raw`;

export function started(item: DraftItem): Draft {
  return { type: 'item.started', item };
}

export function completed(item: DraftItem): Draft {
  return { type: 'item.completed', item };
}

export function toolCall(place: Place, tool: Tool): DraftItem {
  return {
    key: callKey(place),
    native_item_id: place.id,
    ...place.parent,
    kind: 'tool_call',
    role: 'assistant',
    content: [
      {
        type: 'tool_call',
        name: tool.name,
        arguments: JSON.stringify(tool.arguments),
        call_id: place.callId,
      },
    ],
  };
}

export function toolResult(place: Place, output: string, parts: readonly ContentPart[] = []): DraftItem {
  return {
    key: resultKey(place),
    native_item_id: place.id,
    ...place.parent,
    kind: 'tool_result',
    role: 'tool',
    content: [{ type: 'tool_result', call_id: place.callId, output }, ...parts],
  };
}

/** A thought. Summaries are made to be shown; what the model really thought is not. */
export function thought(place: Place, kind: 'summary' | 'raw', text: string): DraftItem {
  return {
    key: kind === 'summary' ? summaryKey(place) : rawKey(place),
    native_item_id: place.id,
    ...place.parent,
    kind: 'message',
    role: 'assistant',
    content: [{ type: 'reasoning', text, visibility: kind === 'summary' ? 'public' : 'private' }],
  };
}

type Shape = Pick<DraftItem, 'kind' | 'role'> & { content: ContentPart[] };
type Untooled = Exclude<ItemType, ToolItem['type'] | 'reasoning'>;

const status = (label: string, detail?: string): Shape => ({
  kind: 'status',
  role: 'assistant',
  content: [{ type: 'status', label, ...(detail === undefined ? {} : { detail }) }],
});

const text = (given: string): ContentPart[] => (given === '' ? [] : [{ type: 'text', text: given }]);

/** Items that are one item here too. */
const shapes: { [T in Untooled]: (item: ItemOf<T>) => Shape } = {
  userMessage: ({ content, clientId }) => ({
    kind: 'message',
    role: 'user',
    content: content.flatMap(inputPart),
    ...(clientId ? { message_id: clientId } : {}),
  }),

  agentMessage: ({ text: said, delivery, questions }) => ({
    kind: 'message',
    role: 'assistant',
    // An asynchronous question waits for nobody: it is said, and answered by an ordinary message.
    content: questions?.length
      ? [...text(said), { type: 'json', json: { delivery: delivery ?? null, questions: asJson(questions) } }]
      : text(said),
  }),

  plan: ({ text: said }) => ({
    kind: 'message',
    role: 'assistant',
    content: [...text(said), { type: 'status', label: 'plan' }],
  }),

  subAgentActivity: ({ kind, agentPath }) => status('sub_agent', `${agentPath} ${kind}`),
  contextCompaction: () => status('context_compaction'),
  enteredReviewMode: ({ review }) => status('review_started', review),
  exitedReviewMode: ({ review }) => status('review_ended', review),

  hookPrompt: ({ fragments }) => ({
    kind: 'system',
    role: 'system',
    content: text(fragments.map((fragment) => fragment.text).join('\n')),
  }),
};

export function plainItem(
  place: Place,
  item: Exclude<NativeItem, ToolItem | ItemOf<'reasoning'>>,
): DraftItem {
  // The table holds for each type the shape of that very type, which the compiler cannot follow here.
  const shape = shapes[item.type] as (item: NativeItem) => Shape;
  return { key: place.key, native_item_id: place.id, ...place.parent, ...shape(item) };
}

/** Whether it is said piece by piece, so that it may be cut off. */
export function isSpoken({ type }: NativeItem): boolean {
  return type === 'agentMessage' || type === 'plan';
}

function inputPart(input: NativeInput): ContentPart[] {
  const { type, text: said, url, fileId, path } = input;
  const where = path ?? url ?? fileId;
  if (type === 'text') return text(said ?? '');
  if (where == null) return [];
  if (type !== 'image' && type !== 'localImage') return [{ type: 'file_ref', path: where, action: 'read' }];
  const mime = /^data:(image\/[^;,]+)/.exec(where)?.[1];
  return [{ type: 'image', path: where, ...(mime === undefined ? {} : { mime }) }];
}

function asJson(questions: NonNullable<ItemOf<'agentMessage'>['questions']>) {
  return questions.map(({ title, options }) => ({ title, options: options ?? [] }));
}
