import { type Entry, type SessionContext, sessionMachine } from '../../../machines/index.js';
import type { StateValue, UniversalEvent } from '../../client/index.js';
import { activeLeaves, matches } from '../../diagrams/browser.js';

/** A transition of the session machine that was considered. */
export interface Decision {
  /** The state it belongs to; empty for the machine itself. */
  source: string;
  /** Null if the state stays the same. */
  target: string | null;
  guard: string | null;
  actions: readonly string[];
}

/** What one part of the session machine did on an event. */
export interface Step {
  /** Null if all guards refused. */
  taken: Decision | null;
  /** The transitions before it whose guards refused, in the order in which they were asked. */
  refused: readonly Decision[];
}

type Node = (typeof sessionMachine)['root'];
type Definition = ReturnType<typeof sessionMachine.getTransitionData>[number];

/** Asks the real machine what it does on an event, in the state that it was in before. */
export function explain(
  { value, context }: { value: StateValue; context: SessionContext },
  event: UniversalEvent,
): Step[] {
  const entry = { type: event.type, event, raw: null } as Entry;
  const snapshot = sessionMachine.resolveState({ value, context } as never);
  const chosen = new Set<Definition>(sessionMachine.getTransitionData(snapshot, entry));
  const steps = new Map<Definition | string, { taken: Decision | null; refused: Map<string, Decision> }>();
  for (const leaf of activeLeaves(value)) {
    const refused = new Map<string, Decision>();
    let taken: Definition | null = null;
    for (let node: Node | undefined = nodeAt(leaf); node && !taken; node = node.parent as Node | undefined) {
      for (const definition of candidates(node, event.type)) {
        if (chosen.has(definition)) {
          taken = definition;
          break;
        }
        // Without a guard, it was not refused: another region took the event.
        if (definition.guard === undefined) continue;
        const decision = decisionOf(definition);
        refused.set(JSON.stringify(decision), decision);
      }
    }
    if (!taken && refused.size === 0) continue;
    const known = steps.get(taken ?? leaf);
    if (known) for (const [key, decision] of refused) known.refused.set(key, decision);
    else steps.set(taken ?? leaf, { taken: taken && decisionOf(taken), refused });
  }
  return [...steps.values()]
    .map(({ taken, refused }) => ({ taken, refused: [...refused.values()] }))
    .sort((a, b) => rank(a) - rank(b));
}

/** Changes of state come first, then what was handled, then what was refused. */
function rank({ taken }: Step): number {
  if (!taken) return 2;
  return taken.target === null ? 1 : 0;
}

function nodeAt(state: string): Node {
  return state
    .split('.')
    .reduce<Node>((node, key) => node.states[key] as unknown as Node, sessionMachine.root);
}

/** A state's transitions on an event, in the order in which they are tried. */
function candidates(node: Node, event: string): Definition[] {
  return [...node.transitions].flatMap(([pattern, definitions]) =>
    matches(pattern, event) ? (definitions as Definition[]) : [],
  );
}

function decisionOf({ source, target, guard, actions }: Definition): Decision {
  return {
    source: source.path.join('.'),
    target: target?.[0]?.path.join('.') ?? null,
    guard: guard === undefined ? null : nameOf(guard),
    actions: actions.map(nameOf),
  };
}

/** Guards and actions of the session machine are named. */
function nameOf(thing: unknown): string {
  return typeof thing === 'string' ? thing : String((thing as { type?: unknown }).type);
}
