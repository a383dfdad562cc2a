import type { EventType, UniversalEvent } from '../../client/index.js';
import { eventSummary } from '../recording/event-summary.js';
import { oneLine, shortened } from '../terminal/one-line.js';
import { paint } from '../terminal/paint.js';

const SEQUENCE_WIDTH = 5;
const TYPE_WIDTH = 20;
/** The width of everything before the summary. */
const PREFIX_WIDTH = SEQUENCE_WIDTH + TYPE_WIDTH + '  00:00:00    '.length;

type Style = Parameters<typeof paint>[0];

/** By the first word of a type; all others are plain. */
const styles: Readonly<Record<string, Style>> = {
  error: 'red',
  agent: 'red',
  permission: 'yellow',
  question: 'yellow',
  turn: 'cyan',
  session: 'green',
};

/** An event as a line for people; with its native payload as a second one. */
export function logLines(event: UniversalEvent, withRaw: boolean): string {
  const { sequence, time, type, raw } = event;
  const place = String(sequence).padStart(SEQUENCE_WIDTH);
  const summary = fitting(oneLine(eventSummary(event)));
  const line = `${paint('dim', `${place}  ${clock(time)}`)}  ${styled(type)}  ${summary}`.trimEnd();
  const native = withRaw && raw !== null ? `${paint('dim', JSON.stringify(raw))}\n` : '';
  return `${line}\n${native}`;
}

/** As the clock on the wall shows it. */
function clock(time: string): string {
  const date = new Date(time);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

function styled(type: EventType): string {
  const style = styles[type.split('.')[0]!];
  const padded = type.padEnd(TYPE_WIDTH);
  return style ? paint(style, padded) : padded;
}

/** Files and pipes get all of it. */
function fitting(summary: string): string {
  const { isTTY, columns } = process.stdout;
  return isTTY && columns > 0 ? shortened(summary, Math.max(columns - PREFIX_WIDTH, 20)) : summary;
}
