import { styleText } from 'node:util';

/** Styles text for terminals; files get plain text. */
export function paint(style: Parameters<typeof styleText>[0], text: string): string {
  return process.stdout.isTTY && !process.env.NO_COLOR ? styleText(style, text) : text;
}
