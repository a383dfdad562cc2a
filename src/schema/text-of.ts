import type { ContentPart } from './content.js';

/** The text a reader sees streamed: of text and reasoning parts, joined. */
export function textOf(content: readonly ContentPart[]): string {
  let text = '';
  for (const part of content) if (part.type === 'text' || part.type === 'reasoning') text += part.text;
  return text;
}
