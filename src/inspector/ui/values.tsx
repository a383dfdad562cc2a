import { JsonText } from './json-text.js';
import styles from './ui.module.css';

/** Whether there is anything to show. */
export function isBlank(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === undefined || value === '';
}

/** A value field by field, so that long texts in it are readable. */
export function Values({ value, label }: { value: unknown; label: string }) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return <JsonText label={label} value={value} />;
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable
    <section className={styles.json} aria-label={label} tabIndex={0}>
      <dl className={styles.values}>
        {Object.entries(value).map(([name, field]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <pre>{typeof field === 'string' ? field : JSON.stringify(field, null, 2)}</pre>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
