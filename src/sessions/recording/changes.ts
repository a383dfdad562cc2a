import type { UniversalEvent } from '../../schema/index.js';

/** How far to look for the event that a stream goes on with. */
const LOOK_AHEAD = 200;

export type StreamChange =
  | { type: 'removed'; event: UniversalEvent }
  | { type: 'added'; event: UniversalEvent }
  | { type: 'changed'; before: UniversalEvent; after: UniversalEvent };

/** What a replay has told differently, event by event. Times, ids of values and numbers of later events do not count. */
export function changesBetween(
  before: readonly UniversalEvent[],
  after: readonly UniversalEvent[],
): StreamChange[] {
  const [old, now] = [before.map(essence), after.map(essence)];
  const changes: StreamChange[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      i++;
      j++;
      continue;
    }
    const [removed, added] = gap(old, now, i, j);
    const pairs = Math.min(removed, added);
    for (let k = 0; k < pairs; k++)
      changes.push({ type: 'changed', before: before[i + k]!, after: after[j + k]! });
    for (let k = pairs; k < removed; k++) changes.push({ type: 'removed', event: before[i + k]! });
    for (let k = pairs; k < added; k++) changes.push({ type: 'added', event: after[j + k]! });
    i += removed;
    j += added;
  }
  return changes;
}

/** How many events differ on both sides until the streams are the same again. */
function gap(old: readonly string[], now: readonly string[], i: number, j: number): [number, number] {
  const [left, right] = [old.length - i, now.length - j];
  for (let sum = 1; sum <= Math.min(left + right, 2 * LOOK_AHEAD); sum++)
    for (let removed = Math.max(0, sum - right); removed <= Math.min(sum, left); removed++) {
      const [a, b] = [i + removed, j + sum - removed];
      if (a === old.length && b === now.length) return [removed, sum - removed];
      if (a < old.length && b < now.length && old[a] === now[b]) return [removed, sum - removed];
    }
  return [left, right];
}

/** Of no meaning, or of the moment. */
const passing = new Set(['raw', 'time', 'event_id', 'sequence', 'raw_hash', 'duration_ms', 'href']);

function essence(event: UniversalEvent): string {
  return JSON.stringify(event, (key, value: unknown) => (passing.has(key) ? undefined : value));
}
