import type { StateValue, UniversalEvent } from '../../client/index.js';
import type { SessionStore } from '../../client/react/index.js';
import { useSession, useSessionValue } from '../session/use-session.js';
import { weakMemo } from '../session/weak-memo.js';
import { type WaitedFor, Waits } from './waits.js';

const waitsOf = weakMemo((_store: SessionStore) => new Waits());

/** What the open session has waited for. */
export function useWaits(): Waits {
  const store = useSession();
  useSessionValue(({ events }) => events.length);
  return waitsOf(store).catchUp(store.events);
}

/** The gap before an event, if there is one. */
export function useGapBefore(sequence: number) {
  const store = useSession();
  return useSessionValue((each) => waitsOf(store).catchUp(each.events).gaps.get(sequence) ?? null);
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
