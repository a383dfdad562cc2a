import type { ContentPart, Transcript } from '../../../client/index.js';

/** The user's messages in the conversation so far, oldest first and without repetitions. */
export function sentMessages({ rows }: Transcript): string[] {
  const messages: string[] = [];
  for (const row of rows) {
    if (row.type !== 'item' || row.item.kind !== 'message' || row.item.role !== 'user') continue;
    if (row.item.thread_id != null) continue;
    const text = row.item.content.map(textOf).join('').trim();
    if (text !== '' && text !== messages.at(-1)) messages.push(text);
  }
  return messages;
}

const textOf = (part: ContentPart) => (part.type === 'text' ? part.text : '');
