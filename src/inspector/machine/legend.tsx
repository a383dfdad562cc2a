import styles from './machine.module.css';

const entries = [
  ['active', 'Active state'],
  ['frame', 'Active frame: a state inside is active'],
  ['region', 'Region: one of its states is always active'],
  ['initial', 'Initial state'],
  ['within', 'From any state of the frame'],
  ['final', 'Final state'],
  ['taken', 'Last transition'],
  ['stayed', 'Handled the last event and stayed'],
  ['event', 'Universal event'],
  ['input', 'Input, such as a command'],
  ['delay', 'Timeout'],
] as const;

/** The signs of the drawings. */
export function Legend() {
  return (
    <details className={styles.fold}>
      <summary>Legend</summary>
      <dl className={styles.legend}>
        {entries.map(([sign, meaning]) => (
          <div key={sign}>
            <dt data-sign={sign}>{sign === 'event' || sign === 'input' || sign === 'delay' ? 'name' : ''}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
