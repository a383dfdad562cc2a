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

function textsOf(events: readonly UniversalEvent[], role: UniversalItem['role']): string[] {
  return completedItems(events).flatMap((item) =>
    item.content.flatMap((part) => (item.role === role && part.type === 'text' ? [part.text] : [])),
  );
}

function completedItems(events: readonly UniversalEvent[]): UniversalItem[] {
  return events.flatMap((event) => (event.type === 'item.completed' ? [event.data.item] : []));
}
