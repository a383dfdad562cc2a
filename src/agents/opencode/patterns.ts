/** Whether one of OpenCode's patterns matches a text: `*` is anything, `?` one character, a final ` *` is optional. */
export function covers(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
    .replace(/ \.\*$/, '( .*)?');
  return new RegExp(`^${source}$`, 's').test(text);
}
