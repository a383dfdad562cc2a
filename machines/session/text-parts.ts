import type { ContentPart, ItemKind } from '../../src/schema/index.js';
import { endWithin, noText, surelyFits } from './text-size.js';

/** The text of all parts that have some, tool results included. */
export function textIn(content: readonly ContentPart[]): string {
  return content.map((part) => textOfPart(part) ?? '').join('');
}

/** The parts as they are before any text has been streamed. */
export function withoutTexts(content: readonly ContentPart[]): ContentPart[] {
  return content.map((part) => withTextOf(part, ''));
}

/** The parts that a piece of an item has: what else there is belongs to the last piece. */
export function textPartsOf(kind: ItemKind, content: readonly ContentPart[]): ContentPart[] {
  return content.filter((part) => textOfPart(part) !== null && isStreamed(kind, part));
}

/** The content of an item without the first units of its text. */
export function withoutStart(kind: ItemKind, content: readonly ContentPart[], units: number): ContentPart[] {
  return units === 0 ? [...content] : splitAt(kind, content, units).rest;
}

/** Whether the text can be cut: a call stays in one item with the results that follow it there. */
export function isCuttable(content: readonly ContentPart[]): boolean {
  return content.every(({ type }) => type !== 'tool_call');
}

/** Splits off as much text as there may be in one item; null if there is no more. */
export function splitLong(
  kind: ItemKind,
  content: readonly ContentPart[],
  limit: number,
): { start: ContentPart[]; rest: ContentPart[] } | null {
  const text = textIn(content);
  if (surelyFits(noText, text.length, limit) || !isCuttable(content)) return null;
  const end = endWithin(text, 0, noText, limit);
  return end === text.length ? null : splitAt(kind, content, end);
}

function splitAt(kind: ItemKind, content: readonly ContentPart[], units: number) {
  const start: ContentPart[] = [];
  const rest: ContentPart[] = [];
  let left = units;
  for (const part of content) {
    const text = textOfPart(part);
    if (text === null || left === 0 || !isStreamed(kind, part)) {
      rest.push(part);
      continue;
    }
    start.push(withTextOf(part, text.slice(0, left)));
    // A result without output is still the result of its call.
    if (text.length > left || part.type === 'tool_result') rest.push(withTextOf(part, text.slice(left)));
    left = Math.max(0, left - text.length);
  }
  return { start, rest };
}

/** The text of a message is what it says. */
function isStreamed(kind: ItemKind, part: ContentPart): boolean {
  return kind !== 'message' || part.type !== 'tool_result';
}

function textOfPart(part: ContentPart): string | null {
  if (part.type === 'tool_result') return part.output;
  return part.type === 'text' || part.type === 'reasoning' ? part.text : null;
}

function withTextOf(part: ContentPart, text: string): ContentPart {
  if (part.type === 'tool_result') return { ...part, output: text };
  return part.type === 'text' || part.type === 'reasoning' ? { ...part, text } : part;
}
