import { useMemo } from 'react';
import type { SessionStore } from '../../client/react/index.js';
import { useSession, useSessionValue } from '../session/use-session.js';
import { weakMemo } from '../session/weak-memo.js';
import { useRoute } from '../shell/route.js';
import type { MachineView } from './machine-view.js';
import { Replay } from './replay.js';

const replayOf = weakMemo((_store: SessionStore) => new Replay());

export function useMachineView(): MachineView {
  const store = useSession();
  const { at } = useRoute();
  const count = useSessionValue(({ events }) => events.length);
  const state = useSessionValue((each) => each.state);
  const agent = useSessionValue((each) => each.agent);
  const queued = useSessionValue(({ session }) => session?.queued ?? null);
  const last = Math.min(at ?? count, count);
  return useMemo(() => {
    const replay = replayOf(store);
    replay.catchUp(store.events);
    const { value, context } = replay.at(last);
    const isPast = at !== null;
    return {
      at,
      event: store.events[last - 1] ?? null,
      value: isPast ? value : (state ?? value),
      replayed: value,
      before: replay.at(last - 1).value,
      context,
      queued: isPast ? null : queued,
      agent: isPast ? null : agent,
    };
  }, [store, at, last, state, agent, queued]);
}
