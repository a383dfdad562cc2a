import type { ContentPart, DraftItem } from '../../src/schema/index.js';
import type { QueuedMessage } from './context.js';
import { completeItem } from './items.js';
import { enter, look } from './ledger.js';
import type { Scribe } from './scribe.js';

/** The user said something: written at once, unless the agent will send it back as an item of its own. */
export function hearUser(scribe: Scribe, message: QueuedMessage): void {
  flushUser(scribe);
  if (scribe.context.input.echoesUser) scribe.remember({ unechoed: { ...message, written: null } });
  else writeUser(scribe, message);
}

/** The agent promised to send the message back and speaks of something else first: we write it. */
export function flushUser(scribe: Scribe): void {
  const { unechoed } = scribe.context;
  if (!unechoed || unechoed.written !== null) return;
  // Before the item is written, or writing it would come back here.
  scribe.remember({ unechoed: null });
  scribe.remember({ unechoed: { ...unechoed, written: writeUser(scribe, unechoed) } });
}

/** The agent sends a user's message: the one that we wait for, or one that we had to write ourselves already. */
export function meetUser(scribe: Scribe, item: DraftItem): void {
  const { unechoed, keys } = scribe.context;
  if (!unechoed || item.kind !== 'message' || item.parent != null || look(keys, item.key) !== undefined)
    return;
  if (unechoed.written !== null) scribe.remember({ keys: enter(keys, item.key, unechoed.written) });
  scribe.remember({ unechoed: null });
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
