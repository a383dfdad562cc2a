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

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}
