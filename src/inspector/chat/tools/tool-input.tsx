import { JsonText } from '../../ui/json-text.js';
import styles from './tools.module.css';

export interface ToolInputProps {
  given: unknown;
  /** Shown instead, where there is one. */
  command: string | null;
}

/** What a tool was given. Nothing at all is not worth a box. */
export function ToolInput({ given, command }: ToolInputProps) {
  const isNothing =
    given === '' || (typeof given === 'object' && given !== null && Object.keys(given).length === 0);
  if (isNothing) return null;
  return (
    <div className={styles.section}>
      <h3>{command === null ? 'Arguments' : 'Command'}</h3>
      <JsonText label={command === null ? 'Arguments' : 'Command'} value={command ?? given} />
    </div>
  );
}
