import { JsonText } from '../../ui/json-text.js';
import styles from './tools.module.css';

export interface ToolInputProps {
  given: unknown;
  /** Shown instead of the arguments, if any. */
  command: string | null;
}

/** A tool's arguments; nothing if they are empty. */
export function ToolInput({ given, command }: ToolInputProps) {
  const isEmpty =
    given === '' || (typeof given === 'object' && given !== null && Object.keys(given).length === 0);
  if (isEmpty) return null;
  return (
    <div className={styles.section}>
      <h3>{command === null ? 'Arguments' : 'Command'}</h3>
      <JsonText label={command === null ? 'Arguments' : 'Command'} value={command ?? given} />
    </div>
  );
}
