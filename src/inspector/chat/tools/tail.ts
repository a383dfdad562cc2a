/** A line longer than this is cut: nobody reads it, and it would take the page seconds to lay out. */
const LONGEST_LINE = 4_000;

/** The last lines of a text, and how many there are before them. */
export function tailOf(text: string, lines: number): { shown: string; left: number } {
  const end = text.endsWith('\n') ? text.length - 1 : text.length;
  let start = end;
  for (let found = 0; found < lines && start >= 0; found++) start = text.lastIndexOf('\n', start - 1);
  if (start < 0) return { shown: shortened(text.slice(0, end)), left: 0 };
  let left = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < start; at = text.indexOf('\n', at + 1)) left++;
  return { shown: shortened(text.slice(start + 1, end)), left };
}

function shortened(text: string): string {
  if (text.length <= LONGEST_LINE) return text;
  return text
    .split('\n')
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)} … (cut)` : line))
    .join('\n');
}
