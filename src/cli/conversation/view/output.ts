import { tailOf } from '../../../text/tail.js';
import type { Look } from '../../terminal/look.js';
import { outputLines } from '../../terminal/untrusted.js';
import { wrapCode } from '../../terminal/wrap.js';

/** Lines of output before and after what is left out. */
const ENDS = 3;
const ENDS_OF_FAILURE = 8;
const LIVE_LINES = 5;
/** Of very long outputs only the end is looked at. */
const MOST_LINES = 400;

const FIRST = '  ⎿ ';
const REST = '    ';

/** The last lines of a running program. */
export function liveOutput(output: string, look: Look): string[] {
  const { shown, hidden } = tailOf(output, LIVE_LINES);
  if (shown.trim() === '') return [];
  const lines = hung(outputLines(shown, look.hasColours), look).slice(-LIVE_LINES);
  return hidden > 0
    ? [`${FIRST}${more(hidden, 'earlier')}`, ...lines.map(rest)].map((line) => dim(line, look))
    : lines;
}

/** The output of a program that has ended, shortened in its middle. */
export function foldedOutput(output: string, hasFailed: boolean, look: Look): string[] {
  const { shown, hidden } = tailOf(output.trimEnd(), MOST_LINES);
  if (shown.trim() === '') return [];
  const lines = outputLines(shown, look.hasColours);
  const ends = hasFailed ? ENDS_OF_FAILURE : ENDS;
  if (hidden === 0 && lines.length <= 2 * ends + 1) return hung(lines, look);
  const left = hidden + lines.length - 2 * ends;
  const kept = [...(hidden === 0 ? lines.slice(0, ends) : []), more(left, 'more'), ...lines.slice(-ends)];
  return hung(kept, look);
}

/** Lines that hang below the line of a tool. */
export function hung(lines: readonly string[], look: Look): string[] {
  return lines
    .flatMap((line) => wrapCode(line, look.width, { first: REST }))
    .map((line, index) => dim(index === 0 ? first(line) : line, look));
}

const first = (line: string) => FIRST + line.slice(REST.length);
const rest = (line: string) => REST + line.slice(REST.length);
/** Colours of a program's own are not dimmed. */
const dim = (line: string, look: Look) => (line.includes('\u001b') ? line : look.paint('dim', line));
const more = (count: number, which: string) =>
  `… ${count.toLocaleString('en')} ${which} ${count === 1 ? 'line' : 'lines'}`;
