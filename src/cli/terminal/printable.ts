import { stripVTControlCharacters } from 'node:util';

/** Text that others wrote, with its lines and tabs, but nothing that controls the terminal. */
export function printable(text: string): string {
  return stripVTControlCharacters(text.replaceAll('\r\n', '\n')).replace(/(?![\n\t])\p{Cc}/gu, '');
}
