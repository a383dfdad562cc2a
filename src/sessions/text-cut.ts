/** Cuts a text into parts of at most so many characters, between code points: half of one could not be stored. */
export function cutText(text: string, chars: number): string[] {
  const parts: string[] = [];
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = from + chars;
    if (isHighSurrogate(text.charCodeAt(to - 1))) to--;
    parts.push(text.slice(from, to));
  }
  return parts;
}

/** The end of a text, at most so many characters of it. */
export function endOfText(text: string, chars: number): string {
  const from = Math.max(0, text.length - chars);
  return text.slice(from > 0 && isHighSurrogate(text.charCodeAt(from - 1)) ? from + 1 : from);
}

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}
