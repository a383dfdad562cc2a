import type { Kind } from './findings.js';
import type { Outcome } from './soak.js';

/** The counts that must be zero, in the words of the report. */
const zeros: Record<Kind, string> = {
  lost: 'events lost',
  doubled: 'events or messages doubled',
  disordered: 'events out of order',
  changed: 'events or messages changed',
  forgotten: 'acknowledged messages forgotten',
  unsound: 'violations of invariants',
  stuck: 'sessions or requests stuck',
  crashes: 'unexpected ends of the daemon',
  processes: 'processes left',
  descriptors: 'descriptors left',
};

/** The outcome as aligned rows, and the first examples of whatever should not be. */
export function report(outcome: Outcome): string {
  const rows = [...facts(outcome), ...faults(outcome)];
  const width = Math.max(...rows.map(([name]) => name.length));
  const values = Math.max(...rows.map(([, value]) => value.length));
  const lines = rows.map(([name, value]) => `${name.padEnd(width)}  ${value.padStart(values)}`);
  const examples = Object.entries(outcome.findings.examples).flatMap(([kind, texts]) =>
    texts.map((text) => `${zeros[kind as Kind]}: ${text}`),
  );
  return [...lines, ...(examples.length > 0 ? ['', ...examples] : []), ''].join('\n');
}

function facts(outcome: Outcome): [name: string, value: string][] {
  const { lives, stalls } = outcome;
  const number = (value: number) => value.toLocaleString('en');
  const megabytes = (value: number | null | undefined) => (value == null ? '?' : `${Math.round(value)} MB`);
  const largest = Math.max(...lives.map(({ memoryAtEnd }) => memoryAtEnd ?? 0));
  return [
    ['seed', String(outcome.seed)],
    ['sessions', number(outcome.sessions)],
    ['messages acknowledged', number(outcome.messages)],
    ['readers', number(outcome.readers)],
    ['kills of the daemon', number(outcome.kills)],
    ['polite stops', number(outcome.stops)],
    ['full disks', number(outcome.fullDisks)],
    ['events stored', number(outcome.stored)],
    ['events delivered', number(outcome.delivered)],
    ['largest stall of the event loop', `${number(Math.round(stalls.largest))} ms`],
    ['99 % of stalls up to', `${number(Math.round(stalls.p99))} ms`],
    ["memory at the first life's start", megabytes(lives[0]?.memoryAtStart)],
    ["memory at the last life's start", megabytes(lives.at(-2)?.memoryAtStart)],
    ["memory at the last life's end", megabytes(lives.at(-2)?.memoryAtEnd)],
    ["largest memory at a life's end", megabytes(largest)],
  ];
}

function faults({ findings }: Outcome): [name: string, value: string][] {
  return Object.entries(zeros).map(([kind, name]) => [
    name,
    findings.counts[kind as Kind].toLocaleString('en'),
  ]);
}

/** The outcome for scripts. */
export function jsonOf({ findings, ...outcome }: Outcome): string {
  const { counts, examples, isClean } = findings;
  return `${JSON.stringify({ isClean, ...outcome, faults: counts, examples }, null, 2)}\n`;
}
