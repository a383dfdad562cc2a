import type { ContentPart } from './content.js';

/** The text that is streamed to readers: that of text and reasoning parts, joined. */
export function textOf(content: readonly ContentPart[]): string {
  let text = '';
  for (const part of content) if (part.type === 'text' || part.type === 'reasoning') text += part.text;
  return text;
}
