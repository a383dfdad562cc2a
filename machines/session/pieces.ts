import type { ContentPart, EventSource, UniversalItem } from '../../src/schema/index.js';
import type { OpenItem, SessionContext } from './context.js';
import { beginsWith, type Digest, emptyDigest, grown } from './digest.js';
import { type EndStatus, filled, openItemOf, writeCompleted } from './item-endings.js';
import { itemAt } from './open-items.js';
import type { Scribe } from './scribe.js';
import { isCuttable, splitLong, textIn, textPartsOf } from './text-parts.js';
import { endWithin, surelyFits } from './text-size.js';

const TEXT_LIMIT = 1024 * 1024;

/** How many bytes of text an item may have. */
export function textLimitOf({ input }: SessionContext): number {
  return input.textLimit ?? TEXT_LIMIT;
}

/** Whether some text surely fits into an open item. */
export function isShort(context: SessionContext, item: OpenItem, units: number): boolean {
  return surelyFits(item.size, units, textLimitOf(context));
}

/** The number of units that were streamed of an item, in all of its pieces. */
export function streamedUnits({ before, text }: OpenItem): number {
  return (before?.length ?? 0) + text.length;
}

/** Whether a text begins with everything that was streamed of an item. */
export function extendsText({ before, text }: OpenItem, whole: string): boolean {
  return (before === null || beginsWith(whole, before)) && whole.startsWith(text, before?.length ?? 0);
}

/** Whether a text begins with the pieces of an item that are complete. */
export function extendsPieces({ before }: OpenItem, whole: string): boolean {
  return before === null || beginsWith(whole, before);
}

/** Adds text to an open item, and continues it by others where it gets too long. Returns the open piece. */
export function writeText(scribe: Scribe, item: OpenItem, text: string, source: EventSource): OpenItem {
  const limit = textLimitOf(scribe.context);
  let piece = item;
  let from = 0;
  for (;;) {
    const isRest = surelyFits(piece.size, text.length - from, limit) || !isCuttable(piece.content);
    const end = isRest ? text.length : endWithin(text, from, piece.size, limit);
    if (end === text.length) break;
    piece = writeDelta(scribe, piece, text.slice(from, end), source);
    const content = filled(piece, textPartsOf(piece.kind, piece.content));
    piece = continueItem(scribe, piece, content, piece.text);
    from = end;
  }
  return writeDelta(scribe, piece, text.slice(from), source);
}

/** Completes an item with its final content, and continues it by others where its text is too long. */
export function completeInPieces(
  scribe: Scribe,
  item: OpenItem,
  status: EndStatus,
  content: readonly ContentPart[],
  source: EventSource,
): void {
  let piece = item;
  let rest = content;
  for (;;) {
    const split = splitLong(piece.kind, rest, textLimitOf(scribe.context));
    if (!split) break;
    piece = continueItem(scribe, piece, split.start, textIn(split.start));
    rest = split.rest;
  }
  writeCompleted(scribe, piece, status, rest, source);
}

function writeDelta(scribe: Scribe, item: OpenItem, delta: string, source: EventSource): OpenItem {
  if (delta === '') return item;
  const { id, native, key } = item;
  scribe.write('item.delta', { item_id: id, native_item_id: native, delta }, source, key);
  return { ...itemAt(scribe.context.open, key)!, native };
}

/** Completes a piece with a part of the text, and starts the next one. */
function continueItem(
  scribe: Scribe,
  item: OpenItem,
  content: readonly ContentPart[],
  text: string,
): OpenItem {
  const before: Digest = grown(item.before ?? emptyDigest, text);
  writeCompleted(scribe, item, 'completed', content, 'daemon');
  const next: UniversalItem = {
    ...openItemOf(item),
    item_id: scribe.newId('itm', scribe.context.items + 1),
    continues: item.id,
  };
  scribe.write('item.started', { item: next }, 'daemon', item.key, before);
  return itemAt(scribe.context.open, item.key)!;
}
