import type { Draft } from '../schema/index.js';

/**
 * The JSON text to store for a native payload. A translated payload was parsed and therefore is JSON; one that could
 * not be parsed may be anything, and is stored as a JSON string.
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
