/** Longer lines are truncated, since laying them out would take seconds. */
const MAX_LINE_LENGTH = 4_000;

/** The last lines of a text, and the number of lines before them. */
export function tailOf(text: string, lines: number): { shown: string; hidden: number } {
  const end = text.endsWith('\n') ? text.length - 1 : text.length;
  let start = end;
  for (let found = 0; found < lines && start >= 0; found++) start = text.lastIndexOf('\n', start - 1);
  if (start < 0) return { shown: truncateLines(text.slice(0, end)), hidden: 0 };
  let hidden = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < start; at = text.indexOf('\n', at + 1)) hidden++;
  return { shown: truncateLines(text.slice(start + 1, end)), hidden };
}

function truncateLines(text: string): string {
  if (text.length <= MAX_LINE_LENGTH) return text;
  return text
    .split('\n')
    .map((line) => (line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)} … (truncated)` : line))
    .join('\n');
}
