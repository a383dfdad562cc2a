import { useMemo } from 'react';
import type { MachineName } from '../../../machines/index.js';
import { Drawing } from './drawing.js';
import { Exports } from './exports.js';
import styles from './machine.module.css';
import type { Sight } from './sight.js';
import type { Drawn } from './use-drawing.js';
import { viewOf } from './views.js';

export interface PictureProps {
  name: MachineName;
  drawn: Drawn;
  sight: Sight;
}

/** One machine, lit as the session is seen. */
export function Picture({ name, drawn, sight }: PictureProps) {
  const view = useMemo(() => viewOf(name, sight, drawn.graph), [name, sight, drawn]);
  return (
    <>
      <Drawing
        svg={drawn.svg}
        label={`State machine: ${name}`}
        view={view}
        step={sight.event?.sequence ?? 0}
      />
      {view.counts.length > 0 && (
        <ul className={styles.counts}>
          {view.counts.map(([state, count]) => (
            <li key={state}>
              <b>{count}</b> {state.replaceAll('_', ' ')}
            </li>
          ))}
        </ul>
      )}
      <Exports name={name} drawn={drawn} view={view} />
    </>
  );
}
