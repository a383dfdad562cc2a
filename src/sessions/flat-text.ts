/** Shorter texts are flat anyway, or their pieces are few. */
const LONG_CHARS = 16 * 1024;

/**
 * The same text, in one piece. V8's `JSON.stringify` makes a long text as a rope of many short pieces, and every
 * collection of garbage copies them all for as long as the text waits to be stored.
 */
export function flatText(text: string): string {
  // Whoever asks for a character has the rope joined.
  if (text.length > LONG_CHARS) text.charCodeAt(0);
  return text;
}
