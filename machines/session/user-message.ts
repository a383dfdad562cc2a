import { type ContentPart, type DraftItem, textOf } from '../../src/schema/index.js';
import type { QueuedMessage, UnechoedMessage } from './context.js';
import { completeItem } from './items.js';
import { enter, look } from './ledger.js';
import type { Scribe } from './scribe.js';

/** The user said something: written at once, unless the agent will send it back as an item of its own. */
export function hearUser(scribe: Scribe, message: QueuedMessage): void {
  flushUser(scribe);
  if (!scribe.context.input.echoesUser) writeUser(scribe, message);
  else scribe.remember({ unechoed: [...scribe.context.unechoed, { ...message, written: null }] });
}

/** The agent promised to send messages back and speaks of something else first: we write them. */
export function flushUser(scribe: Scribe): void {
  const { unechoed } = scribe.context;
  if (unechoed.every(({ written }) => written !== null)) return;
  const all = unechoed.map((message) => ({
    ...message,
    written: message.written ?? writeUser(scribe, message),
  }));
  scribe.remember({ unechoed: all });
}

/** The agent sends a user's message: one that we wait for, or one that we had to write ourselves already. */
export function meetUser(scribe: Scribe, item: DraftItem): void {
  const { unechoed, keys } = scribe.context;
  if (item.kind !== 'message' || item.parent != null || look(keys, item.key) !== undefined) return;
  const met = echoed(unechoed, item);
  if (!met) return;
  if (met.written !== null) scribe.remember({ keys: enter(keys, item.key, met.written) });
  scribe.remember({ unechoed: unechoed.filter((message) => message !== met) });
}

/** Which one it is: by the id where the agent tells it, else by the text, else the oldest; some rewrite what they hear. */
function echoed(unechoed: readonly UnechoedMessage[], item: DraftItem): UnechoedMessage | undefined {
  const text = textOf(item.content ?? []);
  return (
    unechoed.find(({ messageId }) => messageId === item.message_id) ??
    unechoed.find(({ message }) => message === text) ??
    unechoed[0]
  );
}

function writeUser(scribe: Scribe, message: QueuedMessage): string {
  const content: ContentPart[] = [{ type: 'text', text: message.message }];
  for (const { path, mime } of message.attachments) {
    if (mime?.startsWith('image/')) content.push({ type: 'image', path, mime });
    else content.push({ type: 'file_ref', path, action: 'read' });
  }
  const id = scribe.name('itm', scribe.context.items + 1);
  completeItem(scribe, { key: id, kind: 'message', role: 'user', content }, 'daemon');
  return id;
}
