import { InvalidArgumentError } from 'commander';
import { durationOf } from '../../schema/configuration/units.js';

/** Where to begin: after an event, or at a time. */
export type Since = { sequence: number } | { time: number };

/** An option's value: a sequence, a duration before now, or a time. */
export function parseSince(text: string, now = Date.now()): Since {
  if (/^\d+$/.test(text)) return { sequence: Number(text) };
  const duration = durationOf(text);
  if (duration !== null) return { time: now - duration };
  const time = /^\d{4}-/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return { time };
  throw new InvalidArgumentError(
    'must be the sequence of an event, a duration such as 90s, 15m or 2h, or a time such as 2026-01-31T12:00.',
  );
}
