import type { ContentPart, UniversalEvent, UniversalItem } from '../../src/schema/index.js';

/** A stream as text for a human to read: a line an event, `~` before what the daemon made up. */
export function golden(events: readonly UniversalEvent[]): string {
  let native: string | null = null;
  let text = '';
  for (const event of events) {
    if (event.native_session_id !== native) {
      native = event.native_session_id;
      text += `= ${native}\n`;
    }
    text += `${event.synthetic ? '~' : ' '} ${event.type} ${shown(event)}\n`;
  }
  return text.replaceAll(/\b(itm|turn|perm|ques)_[^\s"]*?_(\d+)\b/g, '$1_$2');
}

function shown(event: UniversalEvent): string {
  switch (event.type) {
    case 'item.started':
      return itemLine(event.data.item);
    case 'item.completed':
      return `${itemLine(event.data.item)} ${event.data.item.status}`;
    case 'item.delta':
      return `${event.data.item_id} ${json(event.data.delta)}`;
    case 'turn.started':
    case 'turn.ended':
      return `${event.data.turn_id} ${json(metadataOf(event.data.metadata))}`;
    default:
      return json(event.data);
  }
}

/** The rig's clock names the messages. */
function metadataOf({ message_id: _, ...metadata }: Record<string, unknown>) {
  return metadata;
}

function itemLine({ item_id, native_item_id, parent_id, kind, role, content }: UniversalItem): string {
  const from = parent_id === null ? '' : ` < ${parent_id}`;
  const native = native_item_id === null ? '' : ` (${native_item_id})`;
  const parts = content.map(partLine).join(' ');
  return `${item_id}${from} ${kind}/${role}${native}${parts && ` ${parts}`}`;
}

function partLine({ type, ...part }: ContentPart): string {
  return `[${type} ${json(part)}]`;
}

/** Long strings are cut: it is their beginning and length that one looks at. */
function json(value: unknown): string {
  return JSON.stringify(value, (_, each) =>
    typeof each === 'string' && each.length > 400 ? `${each.slice(0, 200)}… ${each.length} characters` : each,
  );
}
