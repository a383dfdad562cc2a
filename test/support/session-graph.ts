import { adjacencyMapToArray, getAdjacencyMap } from '@xstate/graph';
import type { ActorLogic, AnyTransitionDefinition, SnapshotFrom } from 'xstate';
import type {
  SessionContext,
  SessionInput,
  SessionInputEvent,
  sessionMachine,
} from '../../machines/index.js';
import { inputsAt } from './session-inputs.js';
import { describedMachine, input, SessionRig } from './session-rig.js';

type Snapshot = SnapshotFrom<typeof sessionMachine>;

/** The starting point of an exploration of the session machine's graph. */
export interface Scenario {
  given: Partial<SessionInput>;
  /** Inputs that lead to the starting point. */
  before: readonly SessionInputEvent[];
  /** Stops the exploration at matching states. */
  until?: (context: SessionContext) => boolean;
}

/** Inputs and the state they lead to. */
export interface Path {
  inputs: readonly SessionInputEvent[];
  end: string;
}

/** Upper bound on edges, which trips if `stateOf` distinguishes too many states. */
const LIMIT = 200_000;

/**
 * Paths to all reachable states and along all edges. Of equivalent edges (the same input taking the same transitions)
 * only the first is followed.
 */
export function explore({ given, before, until }: Scenario): Path[] {
  const rig = new SessionRig(given);
  for (const each of before) rig.send(each);
  const { machine, taken } = instrumented();
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
  // Edges are listed in the order in which their sources were discovered, so the path to a source is always known.
  for (const { state, event, nextState } of adjacencyMapToArray(graph)) {
    const end = stateOf(nextState);
    const signature = `${unnumbered(event)} ${taken.get(event)}`;
    if (ways.has(end) && known.has(signature)) continue;
    const inputs = [...ways.get(stateOf(state))!, event];
    if (!ways.has(end)) ways.set(end, inputs);
    known.add(signature);
    paths.push({ inputs, end });
  }
  return paths;
}

/** The identity of a state. Counts are capped: three of a kind behave like two. */
export function stateOf({ value, context }: Snapshot): string {
  const { turn, open, pending, threads, turnThreads, queue, held, taken, unechoed } = context;
  const asked = Object.values(pending).map((request) => request.kind);
  const running = Object.values(threads).map(({ id }) =>
    turnThreads.includes(id) ? 'foreground' : 'background',
  );
  return JSON.stringify({
    value,
    turn: turn !== null,
    open: Math.min(open.size, 2),
    pending: asked.slice(0, 2).sort(),
    threads: running.sort(),
    queue: Math.min(queue.length, 1),
    held,
    taken: taken.count > 0,
    echo: unechoed.slice(0, 2).map(({ written }) => (written === null ? 'awaited' : 'late')),
  });
}

/** Strips numbers, since ids differ where nothing else does. */
function unnumbered(event: object): string {
  return JSON.stringify(event).replaceAll(/\d+/g, '');
}

/** The session machine, instrumented to record which transitions each event takes. */
function instrumented() {
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
    const next = describedMachine.transition(snapshot, event, scope);
    watching.unsubscribe();
    taken.set(event, [...seen].sort().join());
    return next;
  };
  type Logic = ActorLogic<Snapshot, SessionInputEvent, SessionInput>;
  const machine: Logic = Object.create(describedMachine, { transition: { value: transition } });
  return { machine, taken };
}
