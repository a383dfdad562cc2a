import { useState } from 'react';
import type { MachineName } from '../../../machines/index.js';
import { Scrubber } from '../timeline/scrubber.js';
import { useScrub } from '../timeline/use-scrub.js';
import { Facts } from './facts.js';
import styles from './machine.module.css';
import { Picture } from './picture.js';
import { useDrawing } from './use-drawing.js';
import { useSight } from './use-sight.js';
import { names } from './views.js';
import { stateWords } from './words.js';

/** The machine at work: drawn with its active states, and told in words; now, or as it was. */
export default function MachineTab() {
  const [name, setName] = useState<MachineName>('session');
  const sight = useSight();
  const { onKeyDown } = useScrub();
  const { drawn, problem } = useDrawing(name);
  return (
    <section className={styles.machine} aria-label="Machine" onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <p className={styles.state} role="status" data-past={sight.at !== null}>
          {stateWords(sight.value)}
        </p>
        <fieldset className={styles.names}>
          <legend className="visually-hidden">Machine</legend>
          {names.map(([id, title]) => (
            <label key={id}>
              <input type="radio" name="machine" checked={id === name} onChange={() => setName(id)} />
              {title}
            </label>
          ))}
        </fieldset>
      </header>
      <div className={styles.body}>
        <div className={styles.picture}>
          {problem && <p role="alert">{problem}</p>}
          {drawn && <Picture key={name} name={name} drawn={drawn} sight={sight} />}
        </div>
        <Facts sight={sight} />
      </div>
      <Scrubber />
    </section>
  );
}
