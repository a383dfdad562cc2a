import { useMemo, useState } from 'react';
import type { MachineName } from '../../../machines/index.js';
import type { MachineGraph } from '../../client/index.js';
import { activeIds, stateDomId } from '../../diagrams/browser.js';
import { weakMemo } from '../session/weak-memo.js';
import { WhyPanel } from '../why/why-panel.js';
import { Drawing } from './drawing.js';
import { Entries } from './entries.js';
import { Exports } from './exports.js';
import { Facts } from './facts.js';
import { highlightOf } from './highlights.js';
import { LastTransitionLine } from './last-transition-line.js';
import { Legend } from './legend.js';
import styles from './machine.module.css';
import type { MachineView } from './machine-view.js';
import { PartDetails } from './part-details.js';
import type { Replay } from './replay.js';
import { useReplay } from './use-machine-view.js';

const entriesOf = weakMemo((_replay: Replay) => new WeakMap<MachineGraph, Entries>());

export interface MachineDiagramProps {
  name: MachineName;
  graph: MachineGraph;
  view: MachineView;
}

/** One machine's drawing, highlighted for the session, with an explanation or details below it. */
export function MachineDiagram({ name, graph, view }: MachineDiagramProps) {
  const highlight = useMemo(() => highlightOf(name, view, graph), [name, view, graph]);
  const [selected, setSelected] = useState<{ id: string; why: number | null } | null>(null);
  const why = view.why?.sequence ?? null;
  // Another explanation takes the place of the details.
  const id = selected?.why === why ? selected.id : null;
  const isActive = activeIds(highlight.value).some((state) => stateDomId(state) === id);
  return (
    <>
      <div className={styles.picture} data-explained={id !== null || view.why !== null}>
        <Drawing
          graph={graph}
          label={`State machine: ${name}`}
          highlight={highlight}
          step={view.event?.sequence ?? 0}
          selected={id}
          onSelect={(part) => setSelected({ id: part, why })}
        >
          <Legend />
          <Exports name={name} graph={graph} highlight={highlight} />
        </Drawing>
        {highlight.counts.length > 0 && (
          <ul className={styles.counts}>
            {highlight.counts.map(([state, count]) => (
              <li key={state}>
                <b>{count}</b> {state.replaceAll('_', ' ')}
              </li>
            ))}
          </ul>
        )}
      </div>
      <LastTransitionLine last={highlight.last} event={view.event} />
      {id !== null ? (
        <Details
          graph={graph}
          id={id}
          isActive={isActive}
          name={name}
          view={view}
          onClose={() => setSelected(null)}
        />
      ) : view.why !== null ? (
        <WhyPanel key={view.why.sequence} event={view.why} view={view} />
      ) : (
        <Facts view={view} />
      )}
    </>
  );
}

function Details(props: MachineDiagramProps & { id: string; isActive: boolean; onClose(): void }) {
  const { graph, id, isActive, name, view, onClose } = props;
  const replay = useReplay();
  const last = view.at ?? Number.POSITIVE_INFINITY;
  const entries = name === 'session' ? known(replay, graph).catchUp(replay.moments) : null;
  return (
    <PartDetails graph={graph} id={id} isActive={isActive} entries={entries} last={last} onClose={onClose} />
  );
}

function known(replay: Replay, graph: MachineGraph): Entries {
  const all = entriesOf(replay);
  const entries = all.get(graph) ?? new Entries(graph);
  all.set(graph, entries);
  return entries;
}
