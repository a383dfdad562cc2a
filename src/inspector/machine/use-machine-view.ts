import { useMemo } from 'react';
import type { EventWindow } from '../../client/react/index.js';
import { useEventWindow } from '../session/use-event-window.js';
import { useSessionValue } from '../session/use-session.js';
import { weakMemo } from '../session/weak-memo.js';
import { useRoute } from '../shell/route.js';
import type { MachineView } from './machine-view.js';
import { Replay } from './replay.js';

const replayOf = weakMemo(({ checkpoint }: EventWindow) => new Replay(checkpoint));

export function useMachineView(): MachineView {
  const { at } = useRoute();
  const window = useEventWindow(at);
  const count = useSessionValue(({ lastSequence }) => lastSequence);
  const state = useSessionValue((each) => each.state);
  const agent = useSessionValue((each) => each.agent);
  const queued = useSessionValue(({ session }) => session?.queued ?? null);
  const last = Math.min(at ?? count, count);
  return useMemo(() => {
    const replay = replayOf(window);
    replay.catchUp(window.events);
    const { value, context } = replay.at(last);
    const isPast = at !== null;
    return {
      at,
      event: window.get(last) ?? null,
      value: isPast ? value : (state ?? value),
      replayed: value,
      before: replay.at(last - 1).value,
      context,
      queued: isPast ? null : queued,
      agent: isPast ? null : agent,
    };
  }, [window, at, last, state, agent, queued]);
}
