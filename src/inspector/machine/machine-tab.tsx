import { useState } from 'react';
import type { MachineName } from '../../../machines/index.js';
import { Scrubber } from '../timeline/scrubber.js';
import { useScrub } from '../timeline/use-scrub.js';
import { RadioGroup } from '../ui/radio-group.js';
import { Facts } from './facts.js';
import { machineLabels } from './highlights.js';
import { stateLabel } from './labels.js';
import styles from './machine.module.css';
import { MachineDiagram } from './machine-diagram.js';
import { useDrawing } from './use-drawing.js';
import { useMachineView } from './use-machine-view.js';

/** The state machines with their active states and key facts, now or in the past. */
export default function MachineTab() {
  const [name, setName] = useState<MachineName>('session');
  const view = useMachineView();
  const { onKeyDown } = useScrub();
  const { drawn, problem } = useDrawing(name);
  return (
    <section className={styles.machine} aria-label="Machine" onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <p className={styles.state} role="status" data-past={view.at !== null}>
          {stateLabel(view.value)}
        </p>
        <RadioGroup<MachineName>
          legend="Machine"
          options={machineLabels.map(([value, label]) => ({ value, label }))}
          value={name}
          onChange={setName}
        />
      </header>
      <div className={styles.body}>
        <div className={styles.picture}>
          {problem && <p role="alert">{problem}</p>}
          {drawn && <MachineDiagram key={name} name={name} drawn={drawn} view={view} />}
        </div>
        <Facts view={view} />
      </div>
      <Scrubber />
    </section>
  );
}
