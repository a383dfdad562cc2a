import type { ErrorRow, UnparsedRow } from '../../../client/index.js';
import { Icon } from '../../ui/icon.js';
import { JsonText } from '../../ui/json-text.js';
import styles from './items.module.css';

/** An error where it happened: a final one is loud, one that is tried again is not. */
export function ErrorLine({ error }: { error: ErrorRow['error'] }) {
  const { retryable, ...details } = error.details;
  const isPassing = retryable === true;
  const hasMore = Object.keys(details).length > 0;
  return (
    <article className={styles.error} data-type="error" data-passing={isPassing}>
      <Icon name="alert" />
      <div>
        <h2>{isPassing ? 'A passing error, tried again' : 'Error'}</h2>
        <p>{error.message}</p>
        {error.code && <code>{error.code}</code>}
        {hasMore && (
          <details>
            <summary>Details</summary>
            <JsonText label="Details of the error" value={details} />
          </details>
        )}
      </div>
    </article>
  );
}

export function UnparsedLine({ data }: { data: UnparsedRow['data'] }) {
  return (
    <article className={styles.error} data-type="unparsed" data-passing="true">
      <Icon name="question" />
      <div>
        <h2>The agent sent something that Greenroom does not know</h2>
        <p>{data.error}</p>
      </div>
    </article>
  );
}
