/** Whether one of OpenCode's patterns covers a text: `*` is anything, `?` one character, and ` *` at the end may be missing. */
export function covers(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
    .replace(/ \.\*$/, '( .*)?');
  return new RegExp(`^${source}$`, 's').test(text);
}
