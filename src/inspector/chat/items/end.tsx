import type { SessionEndedData } from '../../../client/index.js';
import { JsonText } from '../../ui/json-text.js';
import styles from './items.module.css';

const words = {
  completed: 'The session is over',
  terminated: 'The session was terminated',
  error: 'The session has failed',
};

/** How a session ended, and where it failed, what the agent said last. */
export function End({ data }: { data: SessionEndedData }) {
  const { reason, terminated_by, message, exit_code, stderr } = data;
  const facts = [
    `by the ${terminated_by}`,
    exit_code !== undefined && (exit_code === null ? 'by a signal' : `exit code ${exit_code}`),
  ].filter(Boolean);
  return (
    <article className={styles.end} data-reason={reason}>
      <h2>{words[reason]}</h2>
      <small>{facts.join(' · ')}</small>
      {message && <p>{message}</p>}
      {stderr && stderr.total_lines > 0 && (
        <details>
          <summary>
            What it wrote to stderr ({stderr.total_lines} {stderr.total_lines === 1 ? 'line' : 'lines'})
          </summary>
          <JsonText label="stderr" value={[stderr.head, stderr.tail].filter(Boolean).join('\n…\n')} />
        </details>
      )}
    </article>
  );
}
