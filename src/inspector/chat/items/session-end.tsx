import type { SessionEndedData } from '../../../client/index.js';
import { JsonText } from '../../ui/json-text.js';
import styles from './items.module.css';

const titles = {
  completed: 'Session completed',
  terminated: 'Session terminated',
  error: 'Session failed',
};

/** How the session ended; after a failure, with the agent's stderr. */
export function SessionEnd({ data }: { data: SessionEndedData }) {
  const { reason, terminated_by, message, exit_code, stderr } = data;
  const facts = [
    `ended by the ${terminated_by}`,
    exit_code !== undefined && (exit_code === null ? 'killed by a signal' : `exit code ${exit_code}`),
  ].filter(Boolean);
  return (
    <article className={styles.end} data-reason={reason}>
      <h2>{titles[reason]}</h2>
      <small>{facts.join(' · ')}</small>
      {message && <p>{message}</p>}
      {stderr && stderr.total_lines > 0 && (
        <details>
          <summary>
            stderr ({stderr.total_lines} {stderr.total_lines === 1 ? 'line' : 'lines'})
          </summary>
          <JsonText label="stderr" value={[stderr.head, stderr.tail].filter(Boolean).join('\n…\n')} />
        </details>
      )}
    </article>
  );
}
