import { paint } from './paint.js';

let isOn = false;

/** For `-v`. */
export function beVerbose(): void {
  isOn = true;
}

/** A line for those who asked for more with `-v`; to standard error, as it is no result. */
export function verbose(text: string): void {
  if (isOn) console.error(paint('dim', `greenroom: ${text}`, process.stderr));
}
