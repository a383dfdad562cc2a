import { useState } from 'react';
import type { MachineName } from '../../../machines/index.js';
import { Scrubber } from '../timeline/scrubber.js';
import { useScrub } from '../timeline/use-scrub.js';
import { RadioGroup } from '../ui/radio-group.js';
import { machineLabels } from './highlights.js';
import { stateLabel } from './labels.js';
import styles from './machine.module.css';
import { MachineDiagram } from './machine-diagram.js';
import { useGraph } from './use-graph.js';
import { useMachineView } from './use-machine-view.js';

/** The state machines with their active states and key facts, now or in the past. */
export default function MachineTab() {
  const [name, setName] = useState<MachineName>('session');
  const view = useMachineView();
  const { onKeyDown } = useScrub();
  // An event is explained by the machine of the session.
  const shown = view.why === null ? name : 'session';
  const { graph, problem } = useGraph(shown);
  return (
    <section className={styles.machine} aria-label="Machine" onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <p className={styles.state} role="status" data-past={view.at !== null}>
          {stateLabel(view.value)}
          {view.at !== null && <small>after event {view.at}</small>}
        </p>
        <RadioGroup<MachineName>
          legend="Machine"
          options={machineLabels.map(([value, label]) => ({ value, label }))}
          value={shown}
          onChange={setName}
        />
      </header>
      <div className={styles.body}>
        {problem && <p role="alert">{problem}</p>}
        {graph && <MachineDiagram key={shown} name={shown} graph={graph} view={view} />}
      </div>
      <Scrubber />
    </section>
  );
}
