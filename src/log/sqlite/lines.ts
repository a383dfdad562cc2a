import type { StateChange } from '../log.js';

/*
 * A batch is stored as lines, one per event. JSON has line breaks only between tokens, never inside them, so lines can
 * be split and joined without parsing. Parsing would lose what JavaScript cannot represent, such as the digits of a
 * long number.
 */

/** Marks the same payload as on the line before; not valid JSON itself. */
const SAME = '^';

/** Native payloads as text, null if there is none. An empty line is null, `^` repeats the previous payload. */
export function encodeRaws(raws: readonly (string | null)[]): string | null {
  let before: string | null = null;
  let any = false;
  const lines = raws.map((raw) => {
    if (raw === null) {
      before = null;
      return '';
    }
    if (raw === before) return SAME;
    before = raw;
    any = true;
    return oneLine(raw);
  });
  return any ? lines.join('\n') : null;
}

export function decodeRaws(text: string): (string | null)[] {
  let before: string | null = null;
  return text.split('\n').map((line) => {
    if (line !== SAME) before = line === '' ? null : line;
    return before;
  });
}

/** One line per change: the sequence, a space, the value. */
export function encodeStates(states: readonly StateChange[]): string | null {
  if (states.length === 0) return null;
  return states.map(({ sequence, value }) => `${sequence} ${oneLine(value)}`).join('\n');
}

export function decodeStates(text: string): StateChange[] {
  return text.split('\n').map((line) => {
    const space = line.indexOf(' ');
    return { sequence: Number(line.slice(0, space)), value: line.slice(space + 1) };
  });
}

/** NUL is not valid in JSON, and SQLite would truncate the text of the whole batch at it. */
function oneLine(json: string): string {
  return json.includes('\n') || json.includes('\0') ? json.replace(/[\n\0]/g, ' ') : json;
}
