/** The first word of a text, and the rest without the space between them. */
export function splitFirstWord(text: string): [first: string, rest: string] {
  const at = text.search(/\s/);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at).trimStart()];
}
