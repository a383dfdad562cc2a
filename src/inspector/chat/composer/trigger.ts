/** What is being completed: a command of the agent, or a file of the session's folder. */
export interface Trigger {
  kind: 'command' | 'file';
  /** What was typed after the slash or the at sign. */
  query: string;
  /** The place of the word in the text, with its first character. */
  from: number;
  to: number;
}

/** The word before the caret, if it can be completed: `/…` at the beginning of a message, `@…` anywhere. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(0, caret);
  const from = wordStart(before);
  const word = before.slice(from);
  if (word.startsWith('@')) return { kind: 'file', query: word.slice(1), from, to: caret };
  if (from === 0 && word.startsWith('/')) return { kind: 'command', query: word.slice(1), from, to: caret };
  return null;
}

/** The text with the word replaced, and where the caret goes. */
export function completed(text: string, { from, to }: Trigger, by: string): { text: string; caret: number } {
  const rest = text.slice(to);
  const given = by.endsWith(' ') && rest.startsWith(' ') ? by.slice(0, -1) : by;
  const caret = from + by.length;
  return { text: text.slice(0, from) + given + rest, caret };
}

function wordStart(text: string): number {
  let at = text.length;
  while (at > 0 && text[at - 1]!.trim() !== '') at--;
  return at;
}
