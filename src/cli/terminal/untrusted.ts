/** Text of agents is untrusted: it must not control the terminal, or hide anything from whoever reads it. */

const ESC = '\\u001b';
/** `ESC [ … letter`, with parameters; also as one character. */
const CSI = `(?:${ESC}\\[|\\u009b)([0-?]*)[ -/]*([@-~])`;
/** Titles, links, clipboards: up to their end, but never beyond the line. */
const STRINGS = `(?:${ESC}[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^\\u0007\\u001b\\u009c\\n]*(?:\\u0007|${ESC}\\\\|\\u009c)?`;
const OTHERS = `${ESC}[ -/]*[0-~]?`;
/** Control characters but tabs and ends of lines; and those that reorder text. */
const CONTROLS =
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]';
const sequences = new RegExp(`${CSI}|${STRINGS}|${OTHERS}|${CONTROLS}`, 'g');

const TAB = '    ';
const RESET = '\u001b[0m';
/** Colours that are in force at the end of a line; more than this is no colour any more. */
const MOST_CODES = 200;

/** Text without control sequences. Ends of lines stay. */
export function plain(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(sequences, '').replaceAll('\t', TAB);
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plain(text).split(/\s+/).filter(Boolean).join(' ');
}

/** The lines of a program's output. Of a progress bar only the last state remains; colours stay if they are wanted. */
export function outputLines(text: string, hasColours: boolean): string[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n').map(lastState);
  if (!hasColours) return lines.map(plain);
  let active = '';
  return lines.map((line) => {
    const before = active;
    const shown = line
      .replace(sequences, (_, parameters: string | undefined, letter: string | undefined) => {
        if (letter !== 'm' || !isColour(parameters ?? '')) return '';
        active = isReset(parameters ?? '') ? '' : `${active}\u001b[${parameters}m`.slice(-MOST_CODES);
        return `\u001b[${parameters}m`;
      })
      .replaceAll('\t', TAB);
    if (active !== '' && !active.startsWith('\u001b')) active = '';
    return before === '' && !shown.includes('\u001b') ? shown : `${before}${shown}${RESET}`;
  });
}

const isReset = (parameters: string) => parameters === '' || parameters === '0' || parameters === '00';

/** Weights and colours, but neither blinking nor hidden text. */
function isColour(parameters: string): boolean {
  const codes = parameters.split(/[;:]/).map(Number);
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at]!;
    if (code === 38 || code === 48) at += codes[at + 1] === 2 ? 4 : 2;
    else if (!isWeight(code) && !(code >= 30 && code <= 49) && !(code >= 90 && code <= 107)) return false;
  }
  return true;
}

const isWeight = (code: number) =>
  (code >= 0 && code <= 4) || code === 7 || code === 9 || (code >= 21 && code <= 29);

/** The part of a line after the last carriage return that something follows. */
function lastState(line: string): string {
  return line.length < 2 ? line : line.slice(line.lastIndexOf('\r', line.length - 2) + 1);
}
