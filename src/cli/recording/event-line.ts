import type { UniversalEvent } from '../../schema/index.js';
import { eventSummary } from './event-summary.js';

const LONGEST = 100;

/** An event on one line, for people. */
export function eventLine(event: UniversalEvent): string {
  const source = event.source === 'daemon' ? '+' : ' ';
  return `${String(event.sequence).padStart(5)} ${source} ${event.type.padEnd(20)} ${short(eventSummary(event))}`.trimEnd();
}

function short(text: string): string {
  const line = text.replaceAll('\n', ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
