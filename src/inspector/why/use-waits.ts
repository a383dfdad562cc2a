import type { StateValue, UniversalEvent } from '../../client/index.js';
import type { EventWindow } from '../../client/react/index.js';
import { useEventsInView } from '../machine/use-machine-view.js';
import { useEventWindow } from '../session/use-event-window.js';
import { useSessionValue } from '../session/use-session.js';
import { weakMemo } from '../session/weak-memo.js';
import { type Gap, type WaitedFor, Waits } from './waits.js';

const waitsOf = weakMemo(({ checkpoint }: EventWindow) => new Waits(checkpoint));

/** What the open session has waited for, as far as its latest events tell. */
export function useWaits(): Waits {
  const window = useEventWindow(null);
  return waitsOf(window).catchUp(window.events);
}

/** The gap before an event, if there is one. */
export function useGapBefore(sequence: number): Gap | null {
  const window = useEventsInView();
  return waitsOf(window).catchUp(window.events).gaps.get(sequence) ?? null;
}

/** What the open session waits for now; null if it has ended. The agent's process knows more than the events. */
export function useWaitNow(): { waitedFor: WaitedFor; since: UniversalEvent } | null {
  const wait = useWaits().now;
  const process = useSessionValue(({ agent }) => processState(agent));
  if (wait?.waitedFor.kind !== 'model') return wait;
  const kind = processWaits[process];
  return kind === undefined ? wait : { ...wait, waitedFor: { kind, names: [] } };
}

/** What a turn waits for in a state of the agent's process. */
const processWaits: Readonly<Record<string, WaitedFor['kind']>> = {
  waiting: 'slot',
  checking: 'start',
  starting: 'start',
  restarting: 'start',
  rechecking: 'start',
  interrupting: 'interrupt',
};

function processState(agent: StateValue | null): string {
  const process = typeof agent === 'object' ? agent?.process : undefined;
  return typeof process === 'string' ? process : '';
}
