import { InvalidArgumentError } from 'commander';
import type { SessionStatus } from '../../client/index.js';
import { paint } from '../terminal/paint.js';

const styles = {
  starting: 'cyan',
  idle: 'blue',
  running: 'green',
  waiting: 'yellow',
  ended: 'dim',
  damaged: 'red',
} as const satisfies Record<SessionStatus, Parameters<typeof paint>[0]>;

export const statuses = Object.keys(styles) as SessionStatus[];

export function statusText(status: SessionStatus): string {
  return paint(styles[status], status);
}

/** An option's value: one or several, separated by commas. */
export function parseStatuses(text: string): SessionStatus[] {
  return text.split(',').map((each) => {
    const found = statuses.find((status) => status === each.trim());
    if (found) return found;
    throw new InvalidArgumentError(`"${each}" is none of ${statuses.join(', ')}.`);
  });
}
