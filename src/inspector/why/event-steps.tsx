import { useMemo } from 'react';
import type { UniversalEvent } from '../../client/index.js';
import { useReplay } from '../machine/use-machine-view.js';
import { explain } from './explain.js';
import { Steps } from './steps.js';

/** What the session machine did on an event. */
export function EventSteps({ event }: { event: UniversalEvent }) {
  const replay = useReplay();
  const before = replay.at(event.sequence - 1);
  const steps = useMemo(() => explain(before, event), [before, event]);
  return <Steps event={event.type} steps={steps} />;
}
