import type { NativeAssistant } from './native-messages.js';

/** How far the server has come with a turn: what decides when the turn is over. */
export interface Progress {
  /** Whether the server was seen at work on it. */
  readonly isBegun: boolean;
  /** The assistant's latest message; null before the first. */
  readonly answer: 'open' | 'complete' | null;
}

export const notBegun: Progress = { isBegun: false, answer: null };

export function atWork(progress: Progress): Progress {
  return { ...progress, isBegun: true };
}

export function answering(progress: Progress, { time }: Pick<NativeAssistant, 'time'>): Progress {
  return { ...progress, answer: time.completed == null ? 'open' : 'complete' };
}

/**
 * Whether an idle ends the turn. The server says several times that it is idle. Before it was seen at work, that is
 * about an earlier turn. After an abort or an error the first idle is too early: the update that completes the last
 * message comes after it, and perhaps another idle.
 */
export function restOf({ isBegun, answer }: Progress): 'earlier' | 'early' | 'over' {
  if (!isBegun) return 'earlier';
  return answer === 'open' ? 'early' : 'over';
}

/** Whether an error ends the turn: one from before the server was at work is followed by no idle. */
export function isEndedByError({ isBegun }: Progress): boolean {
  return !isBegun;
}
