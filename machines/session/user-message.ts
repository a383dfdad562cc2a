import { type ContentPart, type DraftItem, textOf } from '../../src/schema/index.js';
import type { UnechoedMessage, UserMessage } from './context.js';
import { completeItem } from './items.js';
import { get, put } from './ledger.js';
import type { Scribe } from './scribe.js';

/** Writes a user message at once, unless the agent will echo it as an item of its own. */
export function recordUserMessage(scribe: Scribe, message: UserMessage): void {
  flushUserMessages(scribe);
  if (!scribe.context.input.echoesUser) writeUserMessage(scribe, message);
  else scribe.remember({ unechoed: [...scribe.context.unechoed, { ...message, written: null }] });
}

/** Writes the messages that should have been echoed by now, because the agent has moved on to something else. */
export function flushUserMessages(scribe: Scribe): void {
  const { unechoed } = scribe.context;
  if (unechoed.every(({ written }) => written !== null)) return;
  const all = unechoed.map((message) => ({
    ...message,
    written: message.written ?? writeUserMessage(scribe, message),
  }));
  scribe.remember({ unechoed: all });
}

/** Matches a user message of the agent with one awaiting its echo, which may have been written already. */
export function matchEcho(scribe: Scribe, item: DraftItem): void {
  const { unechoed, keys } = scribe.context;
  if (item.kind !== 'message' || item.parent != null || get(keys, item.key) !== undefined) return;
  const match = findEchoed(unechoed, item);
  if (!match) return;
  if (match.written !== null) scribe.remember({ keys: put(keys, item.key, match.written) });
  scribe.remember({ unechoed: unechoed.filter((message) => message !== match) });
}

/** Matches by id if the agent reports it, else by text, else takes the oldest: some agents rewrite what they are sent. */
function findEchoed(unechoed: readonly UnechoedMessage[], item: DraftItem): UnechoedMessage | undefined {
  const text = textOf(item.content ?? []);
  return (
    unechoed.find(({ messageId }) => messageId === item.message_id) ??
    unechoed.find(({ message }) => message === text) ??
    unechoed[0]
  );
}

function writeUserMessage(scribe: Scribe, message: UserMessage): string {
  const content: ContentPart[] = [{ type: 'text', text: message.message }];
  for (const { path, mime } of message.attachments) {
    if (mime?.startsWith('image/')) content.push({ type: 'image', path, mime });
    else content.push({ type: 'file_ref', path, action: 'read' });
  }
  const id = scribe.newId('itm', scribe.context.items + 1);
  completeItem(scribe, { key: id, kind: 'message', role: 'user', content }, 'daemon');
  return id;
}
