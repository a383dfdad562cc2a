import styles from './ui.module.css';

/** Pretty-printed JSON; a string is shown as is. */
export function JsonText({ value, label }: { value: unknown; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable
    <section className={styles.json} aria-label={label} tabIndex={0}>
      <pre>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
    </section>
  );
}
