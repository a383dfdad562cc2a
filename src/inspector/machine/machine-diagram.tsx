import { useMemo } from 'react';
import type { MachineName } from '../../../machines/index.js';
import { Drawing } from './drawing.js';
import { Exports } from './exports.js';
import { highlightOf } from './highlights.js';
import styles from './machine.module.css';
import type { MachineView } from './machine-view.js';
import type { Drawn } from './use-drawing.js';

export interface MachineDiagramProps {
  name: MachineName;
  drawn: Drawn;
  view: MachineView;
}

/** One machine's drawing, highlighted for the session. */
export function MachineDiagram({ name, drawn, view }: MachineDiagramProps) {
  const highlight = useMemo(() => highlightOf(name, view, drawn.graph), [name, view, drawn]);
  return (
    <>
      <Drawing
        svg={drawn.svg}
        label={`State machine: ${name}`}
        highlight={highlight}
        step={view.event?.sequence ?? 0}
      />
      {highlight.counts.length > 0 && (
        <ul className={styles.counts}>
          {highlight.counts.map(([state, count]) => (
            <li key={state}>
              <b>{count}</b> {state.replaceAll('_', ' ')}
            </li>
          ))}
        </ul>
      )}
      <Exports name={name} drawn={drawn} highlight={highlight} />
    </>
  );
}
