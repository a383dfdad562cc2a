/** The first line of a markdown text as plain text. */
export function firstLine(text: string): string {
  const line = text.trimStart().split('\n', 1)[0] ?? '';
  return line.replace(/^[#>*\s]+|[*_`]/g, '').slice(0, 200);
}
