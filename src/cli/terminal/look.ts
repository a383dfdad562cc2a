import { styleText } from 'node:util';
import { hasColors } from './paint.js';

export type Format = Parameters<typeof styleText>[0];

/** How text is shown: in lines of so many columns, with colours or without. */
export interface Look {
  readonly width: number;
  readonly hasColours: boolean;
  paint(format: Format, text: string): string;
}

/** Longer lines are hard to read. */
const MOST_COLUMNS = 120;
const FEWEST_COLUMNS = 20;

export function look(columns: number, hasColours: boolean): Look {
  const width = Math.max(FEWEST_COLUMNS, Math.min(columns, MOST_COLUMNS));
  // The look decides on colours, not the environment of this process.
  const paint = (format: Format, text: string) =>
    hasColours && text !== '' ? styleText(format, text, { validateStream: false }) : text;
  return { width, hasColours, paint };
}

interface Terminal {
  isTTY: boolean;
  columns?: number;
}

/** Whether a stream is a terminal that can move its cursor. */
export const canRedraw = ({ isTTY }: Terminal, env = process.env): boolean =>
  isTTY === true && env.TERM !== 'dumb';

/** The look of a stream; a file gets plain text. */
export function lookOf(stream: Terminal, env = process.env): Look {
  const columns = stream.columns || Number(env.COLUMNS) || (stream.isTTY ? 80 : MOST_COLUMNS);
  // One less: a terminal that has filled its last column is between two lines.
  return look(columns - 1, hasColors(stream, env));
}
