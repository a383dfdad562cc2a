import styles from './ui.module.css';

/** Data as it is, laid out for eyes. */
export function JsonText({ value, label }: { value: unknown; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.json} aria-label={label} tabIndex={0}>
      <pre>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
    </section>
  );
}
