import type { GraphTransition, MachineGraph } from '../../client/index.js';
import { edgesOf, stateDomId } from '../../diagrams/browser.js';
import { useSession } from '../session/use-session.js';
import { IconButton } from '../ui/button.js';
import { showWhy } from '../why/show-why.js';
import type { Entries } from './entries.js';
import styles from './panel.module.css';
import { Scroller } from './scroller.js';

export interface PartDetailsProps {
  graph: MachineGraph;
  /** The id of a state or an arrow in the drawing. */
  id: string;
  isActive: boolean;
  /** Only for the session's own machine. */
  entries: Entries | null;
  /** The last event that counts. */
  last: number;
  onClose(): void;
}

/** A state or an arrow in full: what it handles, with guards and actions, and when it was entered or taken last. */
export function PartDetails({ graph, id, isActive, entries, last, onClose }: PartDetailsProps) {
  const part = partOf(graph, id);
  if (!part) return null;
  const { title, description, transitions, verb } = part;
  return (
    <section className={styles.panel} aria-label={`Details of ${title}`}>
      <header>
        <h2>{title}</h2>
        <IconButton label="Close" onClick={onClose}>
          ✕
        </IconButton>
      </header>
      <Scroller className={styles.body} label="Details">
        {description && <p>{description}</p>}
        <p className={styles.facts}>
          {isActive && <strong>Active</strong>}
          {entries && <History verb={verb} sequences={entries.upTo(id, last)} />}
        </p>
        <ul className={styles.handlers}>
          {transitions.map((transition) => (
            <Handler key={transition.id} transition={transition} />
          ))}
        </ul>
        {transitions.length === 0 && <p className={styles.quiet}>Handles no events.</p>}
      </Scroller>
    </section>
  );
}

function History({ verb, sequences }: { verb: string; sequences: readonly number[] }) {
  const { sessionId } = useSession();
  const latest = sequences.at(-1);
  if (latest === undefined) return <span className={styles.quiet}>Not {verb} yet</span>;
  const times = sequences.length === 1 ? 'once' : `${sequences.length} times`;
  if (latest === 0) return <span>{capital(verb)} at the start</span>;
  return (
    <span>
      {capital(verb)} {times}, last by{' '}
      <button type="button" className={styles.link} onClick={() => showWhy({ sessionId, sequence: latest })}>
        event {latest}
      </button>
    </span>
  );
}

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);

function Handler({ transition: { event, guard, target, actions, kind } }: { transition: GraphTransition }) {
  return (
    <li>
      <span>
        <code data-kind={kind}>{event}</code>
        {guard !== null && (
          <>
            {' '}
            if <code>{guard}</code>
          </>
        )}
        {target !== null && (
          <>
            {' '}
            → <code>{target}</code>
          </>
        )}
      </span>
      {actions.length > 0 && <small>{actions.join(', ')}</small>}
    </li>
  );
}

interface Part {
  title: string;
  description: string | null;
  transitions: GraphTransition[];
  verb: 'entered' | 'taken';
}

function partOf(graph: MachineGraph, id: string): Part | null {
  const state = graph.states.find((each) => stateDomId(each.id) === id);
  if (state) {
    const transitions = graph.transitions.filter(({ source }) => source === state.id);
    return { title: state.id, description: state.description, transitions, verb: 'entered' };
  }
  const edge = edgesOf(graph).find((each) => each.id === id);
  if (!edge) return null;
  const { source, target } = edge;
  const transitions = graph.transitions.filter((each) => each.source === source && each.target === target);
  return { title: `${source || graph.id} → ${target}`, description: null, transitions, verb: 'taken' };
}
