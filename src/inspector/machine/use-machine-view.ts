import { useMemo } from 'react';
import type { SessionStore } from '../../client/react/index.js';
import { useSession, useSessionValue } from '../session/use-session.js';
import { weakMemo } from '../session/weak-memo.js';
import { useRoute } from '../shell/route.js';
import type { MachineView } from './machine-view.js';
import { Replay } from './replay.js';

const replayOf = weakMemo((_store: SessionStore) => new Replay());

/** The replay of the open session, up to its latest event. */
export function useReplay(): Replay {
  const store = useSession();
  useSessionValue(({ events }) => events.length);
  const replay = replayOf(store);
  replay.catchUp(store.events);
  return replay;
}

export function useMachineView(): MachineView {
  const store = useSession();
  const route = useRoute();
  const replay = useReplay();
  const count = useSessionValue(({ events }) => events.length);
  const state = useSessionValue((each) => each.state);
  const agent = useSessionValue((each) => each.agent);
  const queued = useSessionValue(({ session }) => session?.queued ?? null);
  const at = route.why ?? route.at;
  const last = Math.min(at ?? count, count);
  return useMemo(() => {
    const { value, context } = replay.at(last);
    const before = replay.at(last - 1);
    const isPast = at !== null;
    const event = store.events[last - 1] ?? null;
    return {
      at,
      event,
      why: route.why !== null && event?.sequence === route.why ? event : null,
      value: isPast ? value : (state ?? value),
      replayed: value,
      before: before.value,
      context,
      contextBefore: before.context,
      queued: isPast ? null : queued,
      agent: isPast ? null : agent,
    };
  }, [store, replay, at, route.why, last, state, agent, queued]);
}
