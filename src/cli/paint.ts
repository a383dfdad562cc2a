import { styleText } from 'node:util';

/** Colours are for terminals; a file gets plain text. */
export function paint(style: Parameters<typeof styleText>[0], text: string): string {
  return process.stdout.isTTY && !process.env.NO_COLOR ? styleText(style, text) : text;
}
