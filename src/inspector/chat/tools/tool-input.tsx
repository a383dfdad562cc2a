import { isBlank, Values } from '../../ui/values.js';
import { useFold } from '../folds.js';
import styles from './tools.module.css';

export interface ToolInputProps {
  input: unknown;
  /** The key of the fold that they are in; null if they are always shown. */
  foldKey: string | null;
}

/** A tool's arguments; nothing if there are none. */
export function ToolInput({ input, foldKey }: ToolInputProps) {
  if (isBlank(input)) return null;
  if (foldKey !== null) return <Folded input={input} foldKey={foldKey} />;
  return (
    <div className={styles.section}>
      <h3>Arguments</h3>
      <Values label="Arguments" value={input} />
    </div>
  );
}

/** Long arguments cost nothing while they are folded. */
function Folded({ input, foldKey }: { input: unknown; foldKey: string }) {
  const [isOpen, toggle] = useFold(foldKey, false);
  return (
    <details
      className={styles.section}
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && toggle()}
    >
      <summary>Arguments</summary>
      {isOpen && <Values label="Arguments" value={input} />}
    </details>
  );
}
