import type { ItemRow } from '../../../client/index.js';

/** Whether a message shows nothing: it has not started, or consists of tool calls only. */
export function isEmpty({ item, streamed, before }: ItemRow): boolean {
  if (item.kind !== 'message' || streamed !== '' || before.length > 0) return false;
  return item.content.every(
    (part) => (part.type === 'text' || part.type === 'reasoning') && part.text === '',
  );
}
