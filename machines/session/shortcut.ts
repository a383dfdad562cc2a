import { evolve } from './evolve.js';
import type { SessionEvent } from './inputs.js';
import { sessionMachine as machine } from './machine.js';
import { isStreaming, publication, type Streamed, stream } from './streaming.js';

type Transition = typeof machine.transition;
type Snapshot = Parameters<Transition>[0];

/** The effect of text for an open item, decided or replayed; null for any other input. */
function streamed({ value, context }: Snapshot, event: SessionEvent): Streamed | null {
  const isOpen = typeof value === 'object' && value.live?.items === 'open';
  if (!isOpen) return null;
  if (event.type === 'draft.item.delta') return isStreaming(context, event) ? stream(context, event) : null;
  if (event.type !== 'item.delta') return null;
  return { context: evolve(context, event), published: [publication(event)] };
}

const { transition } = machine;

const shortcut: Transition = (snapshot, event, scope) => {
  const taken = streamed(snapshot, event);
  if (!taken) return transition(snapshot, event, scope);
  for (const each of taken.published) scope.defer(() => scope.emit(each));
  return { ...snapshot, context: taken.context };
};

/**
 * The session machine, which takes text of an open item without searching for the transition. Nearly all inputs are such
 * text, and the search takes longer than everything else that is done for them.
 */
export const sessionMachine: typeof machine = Object.assign(machine, { transition: shortcut });
