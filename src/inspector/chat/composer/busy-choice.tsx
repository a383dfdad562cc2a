import type { WhenBusy } from '../../../client/index.js';
import styles from './composer.module.css';

export type How = Extract<WhenBusy, 'queue' | 'steer' | 'interrupt'>;

export interface BusyChoiceProps {
  how: How;
  canSteer: boolean;
  onChange(how: How): void;
}

const options: [How, string, string][] = [
  ['queue', 'Queue', 'It is sent when the turn has ended'],
  ['steer', 'Steer', 'The agent reads it in the running turn'],
  ['interrupt', 'Interrupt', 'The running turn is stopped, and this begins the next one'],
];

/** What becomes of a message that is sent while a turn runs. */
export function BusyChoice({ how, canSteer, onChange }: BusyChoiceProps) {
  return (
    <fieldset className={styles.busy}>
      <legend className="visually-hidden">While the turn runs</legend>
      {options
        .filter(([id]) => id !== 'steer' || canSteer)
        .map(([id, name, what]) => (
          <label key={id} title={what}>
            <input
              type="radio"
              name="when-busy"
              value={id}
              checked={how === id}
              onChange={() => onChange(id)}
            />
            {name}
          </label>
        ))}
    </fieldset>
  );
}
