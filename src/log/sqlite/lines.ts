import type { StateChange } from '../log.js';

/*
 * A batch is kept as lines, one per event. JSON has line breaks only between its tokens, never inside of them:
 * so lines are cut without parsing, and a text that has breaks is put on one line without parsing either (which
 * would lose what JavaScript cannot hold, such as digits of a long number).
 */

/** Stands for the payload of the line before. No JSON text looks like it. */
const SAME = '^';

/** Native payloads as text, null when there is none: an empty line is null, `^` the payload before. */
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

/** Each change as a line: the sequence, a space, the value. */
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

/** A NUL is no JSON at all, but SQLite would end the text of the whole batch there. */
function oneLine(json: string): string {
  return json.includes('\n') || json.includes('\0') ? json.replace(/[\n\0]/g, ' ') : json;
}
