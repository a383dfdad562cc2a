import type { Step } from './explain.js';

const keyOf = (state: string) => state.slice(state.lastIndexOf('.') + 1) || 'session';

/** `permission.requested: none → waiting`, or `error: handled in live`. */
export function transitionText(event: string, source: string, target: string | null): string {
  if (target === null) return `${event}: handled in ${keyOf(source)}`;
  return `${event}: ${keyOf(source)} → ${keyOf(target)}`;
}

export function stepText(event: string, { taken, refused }: Step): string {
  if (taken) return transitionText(event, taken.source, taken.target);
  return `${event}: ${keyOf(refused[0]!.source)} stays`;
}

/** The region of a state: `requests` for `live.requests.none`. */
export function regionOf(state: string): string | null {
  return state.startsWith('live.') ? state.split('.')[1]! : null;
}
