import type { ErrorRow, UnparsedRow } from '../../../client/index.js';
import { errorNames } from '../../../schema/index.js';
import { Icon } from '../../ui/icon.js';
import { JsonText } from '../../ui/json-text.js';
import { errorAdvice } from './error-advice.js';
import styles from './error-line.module.css';

/** An error in the conversation. One that is retried is less prominent. */
export function ErrorLine({ error }: { error: ErrorRow['error'] }) {
  const { retryable, category, status, ...details } = error.details;
  const isRetried = retryable === true;
  const hasMore = Object.keys(details).length > 0;
  const cause = [category && errorNames[category], status].filter(Boolean).join(' ');
  const advice = isRetried || !category ? null : (errorAdvice[category] ?? null);
  return (
    <article className={styles.error} data-type="error" data-retried={isRetried} data-category={category}>
      <Icon name={isRetried ? 'retry' : 'alert'} />
      <div>
        <h2>
          {isRetried ? 'Retrying' : 'Error'} {cause && <small>{cause}</small>}
        </h2>
        <p>{error.message}</p>
        {advice !== null && <p className={styles.advice}>{advice}</p>}
        {error.code && <code>{error.code}</code>}
        {hasMore && (
          <details>
            <summary>Details</summary>
            <JsonText label="Error details" value={details} />
          </details>
        )}
      </div>
    </article>
  );
}

export function UnparsedLine({ data }: { data: UnparsedRow['data'] }) {
  return (
    <article className={styles.error} data-type="unparsed" data-retried="true">
      <Icon name="question" />
      <div>
        <h2>Unrecognised agent output</h2>
        <p>{data.error}</p>
      </div>
    </article>
  );
}
