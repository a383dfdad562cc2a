import type { Draft } from '../schema/index.js';

/**
 * The JSON text to keep of a native payload. It was parsed to be translated, so it is JSON already, unless nothing
 * could be made of it: then it may be anything, and is kept as a JSON string.
 */
export function rawOf(drafts: readonly Draft[], text: string): string {
  if (!drafts.some((draft) => draft.type === 'agent.unparsed')) return text;
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify(text);
  }
}
