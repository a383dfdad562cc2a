import { useMemo } from 'react';
import type { EventWindow } from '../../client/react/index.js';
import { useEventWindow } from '../session/use-event-window.js';
import { useSessionValue } from '../session/use-session.js';
import { weakMemo } from '../session/weak-memo.js';
import { useRoute } from '../shell/route.js';
import type { MachineView } from './machine-view.js';
import { Replay } from './replay.js';

const replayOf = weakMemo(({ checkpoint }: EventWindow) => new Replay(checkpoint));

/** The events around what is looked at: the selected event, the one that is explained, or the latest. */
export function useEventsInView(): EventWindow {
  const { at, why } = useRoute();
  return useEventWindow(why ?? at);
}

/** Their replay, up to the latest of them. */
export function useReplay(): Replay {
  const window = useEventsInView();
  const replay = replayOf(window);
  replay.catchUp(window.events);
  return replay;
}

export function useMachineView(): MachineView {
  const route = useRoute();
  const window = useEventsInView();
  const replay = useReplay();
  const count = useSessionValue(({ lastSequence }) => lastSequence);
  const state = useSessionValue((each) => each.state);
  const agent = useSessionValue((each) => each.agent);
  const queued = useSessionValue(({ session }) => session?.queued ?? null);
  const at = route.why ?? route.at;
  const last = Math.min(at ?? count, count);
  return useMemo(() => {
    const { value, context } = replay.at(last);
    const before = replay.at(last - 1);
    const isPast = at !== null;
    const event = window.get(last) ?? null;
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
  }, [window, replay, at, route.why, last, state, agent, queued]);
}
