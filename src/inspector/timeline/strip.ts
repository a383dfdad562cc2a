import type { Refusal, Row, Turn } from '../../client/index.js';

/** The width in the strip's own units. */
export const WIDTH = 1000;
/** Narrower bands would be invisible. */
const MIN_WIDTH = 3;

export interface Bands {
  /** The events before those that are loaded. */
  unloaded: string;
  turns: string;
  failures: string;
  requests: string;
  errors: string;
  refusals: string;
}

export interface StripInput {
  turns: readonly Turn[];
  rows: readonly Row[];
  refusals: readonly Refusal[];
  /** The first event of the conversation as it is loaded. */
  first: number;
  /** The number of events. */
  total: number;
}

/** An overview of a session as SVG paths, along the sequence of events. */
export function bandsOf({ turns, rows, refusals, first, total }: StripInput): Bands {
  const bands: Bands = { unloaded: '', turns: '', failures: '', requests: '', errors: '', refusals: '' };
  const x = (sequence: number) => round((sequence / Math.max(1, total)) * WIDTH);
  const band = (from: number, to: number, top: number, height: number) => {
    const width = Math.max(MIN_WIDTH, x(to) - x(from));
    return `M${Math.min(x(from), WIDTH - width)} ${top}h${round(width)}v${height}h${-round(width)}z`;
  };
  if (first > 1) bands.unloaded += band(0, first - 1, 8, 2);
  for (const { startedSequence, endedSequence, outcome } of turns) {
    const lane = outcome === null || outcome === 'completed' ? 'turns' : 'failures';
    bands[lane] += band(startedSequence - 1, endedSequence ?? total, 4, 10);
  }
  for (const row of rows) {
    if (row.type === 'permission' || row.type === 'question') {
      const end = row.data.status === 'requested' ? total : row.lastSequence;
      bands.requests += band(row.sequence - 1, end, 16, 6);
    } else if (row.type === 'error' || row.type === 'unparsed') {
      bands.errors += band(row.sequence - 1, row.sequence, 2, 20);
    }
  }
  for (const { sequence } of refusals) bands.refusals += band(sequence - 1, sequence, 24, 4);
  return bands;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
