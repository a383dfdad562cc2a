import { adjacencyMapToArray, getAdjacencyMap } from '@xstate/graph';
import type { ActorLogic, AnyTransitionDefinition, SnapshotFrom } from 'xstate';
import {
  type SessionContext,
  type SessionInput,
  type SessionInputEvent,
  sessionMachine,
} from '../../machines/index.js';
import { inputsAt } from './session-inputs.js';
import { input, SessionRig } from './session-rig.js';

type Snapshot = SnapshotFrom<typeof sessionMachine>;

/** Where an exploration of the session machine's graph begins. */
export interface Beginning {
  given: Partial<SessionInput>;
  /** What has happened before. */
  before: readonly SessionInputEvent[];
  /** Where to stop; nowhere, if not told. */
  until?: (context: SessionContext) => boolean;
}

/** Inputs that lead somewhere, and where that is. */
export interface Path {
  inputs: readonly SessionInputEvent[];
  end: string;
}

/** More edges than there should ever be: whoever makes `stateOf` too fine is told so. */
const LIMIT = 200_000;

/**
 * Paths to all states that can be reached from a beginning, and along all edges. Of the edges that look the same
 * (the same input takes the same transitions of the machine), the first is taken.
 */
export function explore({ given, before, until }: Beginning): Path[] {
  const rig = new SessionRig(given);
  for (const each of before) rig.send(each);
  const { machine, taken } = watched();
  const graph = getAdjacencyMap(machine, {
    input: { ...input, ...given },
    fromState: rig.snapshot,
    events: inputsAt,
    serializeState: stateOf,
    stopWhen: ({ context }) => until?.(context) ?? false,
    limit: LIMIT,
  });

  const ways = new Map<string, readonly SessionInputEvent[]>([[stateOf(rig.snapshot), before]]);
  const paths: Path[] = [];
  const known = new Set<string>();
  // Edges come in the order in which their sources were found: the way to a source is known before.
  for (const { state, event, nextState } of adjacencyMapToArray(graph)) {
    const end = stateOf(nextState);
    const looks = `${unnumbered(event)} ${taken.get(event)}`;
    if (ways.has(end) && known.has(looks)) continue;
    const inputs = [...ways.get(stateOf(state))!, event];
    if (!ways.has(end)) ways.set(end, inputs);
    known.add(looks);
    paths.push({ inputs, end });
  }
  return paths;
}

/** What tells one state of a session from another. Numbers are capped: three of a kind behave as two do. */
export function stateOf({ value, context }: Snapshot): string {
  const { turn, open, pending, queue, held, taken, unechoed } = context;
  const asked = Object.values(pending).map((request) => request.kind);
  return JSON.stringify({
    value,
    turn: turn !== null,
    open: Math.min(Object.keys(open).length, 2),
    pending: asked.slice(0, 2).sort(),
    queue: Math.min(queue.length, 1),
    held,
    taken: taken.size > 0,
    echo: unechoed.slice(0, 2).map(({ written }) => (written === null ? 'awaited' : 'late')),
  });
}

/** Ids are numbered, and differ where nothing else does. */
function unnumbered(event: object): string {
  return JSON.stringify(event).replaceAll(/\d+/g, '');
}

/** The session machine, telling for each event that an exploration feeds it which transitions that took. */
function watched() {
  const numbers = new Map<AnyTransitionDefinition, number>();
  const numberOf = (transition: AnyTransitionDefinition): number => {
    if (!numbers.has(transition)) numbers.set(transition, numbers.size);
    return numbers.get(transition)!;
  };
  const taken = new Map<object, string>();
  const transition: typeof sessionMachine.transition = (snapshot, event, scope) => {
    const seen = new Set<number>();
    const watching = scope.system.inspect((inspected) => {
      if (inspected.type !== '@xstate.microstep') return;
      for (const each of inspected._transitions) seen.add(numberOf(each));
    });
    const next = sessionMachine.transition(snapshot, event, scope);
    watching.unsubscribe();
    taken.set(event, [...seen].sort().join());
    return next;
  };
  type Logic = ActorLogic<Snapshot, SessionInputEvent, SessionInput>;
  const machine: Logic = Object.create(sessionMachine, { transition: { value: transition } });
  return { machine, taken };
}
