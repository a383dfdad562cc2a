import type { UniversalEvent, UniversalItem } from '../../src/schema/index.js';

/** The texts of the assistant's messages. */
export function assistantTexts(events: readonly UniversalEvent[]): string[] {
  return textsOf(events, 'assistant');
}

/** The texts of the user's messages. */
export function userTexts(events: readonly UniversalEvent[]): string[] {
  return textsOf(events, 'user');
}

/** The outputs of tools, without white space around them. */
export function toolOutputs(events: readonly UniversalEvent[]): string[] {
  return completedItems(events).flatMap(({ content }) =>
    content.flatMap((part) => (part.type === 'tool_result' ? [part.output.trim()] : [])),
  );
}

/** A long text is in several items; its pieces are joined. */
function textsOf(events: readonly UniversalEvent[], role: UniversalItem['role']): string[] {
  const texts: { itemId: string; text: string }[] = [];
  for (const { item_id, continues, role: by, content } of completedItems(events)) {
    for (const part of content) {
      if (by !== role || part.type !== 'text') continue;
      const before = texts.find(({ itemId }) => itemId === continues);
      if (before) Object.assign(before, { itemId: item_id, text: before.text + part.text });
      else texts.push({ itemId: item_id, text: part.text });
    }
  }
  return texts.map(({ text }) => text);
}

function completedItems(events: readonly UniversalEvent[]): UniversalItem[] {
  return events.flatMap((event) => (event.type === 'item.completed' ? [event.data.item] : []));
}
