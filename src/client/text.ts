import type { ContentPart } from '../schema/index.js';

/** The text of a message's content, without its reasoning. */
export function textOfParts(content: readonly ContentPart[]): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
