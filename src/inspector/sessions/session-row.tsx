import { memo } from 'react';
import type { SessionInfo, SessionMatch } from '../../client/index.js';
import { cost } from '../../text/amounts.js';
import { useRefusal } from '../shell/own-token.js';
import { navigate } from '../shell/route.js';
import { IconButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { ContinueButtons } from './continue-buttons.js';
import { age, countOfThreads, nameOf, statusLabel } from './format.js';
import styles from './sessions.module.css';

export interface SessionRowProps {
  session: SessionInfo;
  /** The message that has the text that is searched. */
  match: SessionMatch | null;
  isSelected: boolean;
  now: number;
  onDelete(session: SessionInfo): void;
}

export const SessionRow = memo(function SessionRow(props: SessionRowProps) {
  const { session, match, isSelected, now, onDelete } = props;
  const { sessionId, status, endReason, agent, model, updatedAt, costUsd, threads } = session;
  const refusal = useRefusal('admin');
  return (
    <div className={styles.row} data-selected={isSelected} data-status={status} data-end={endReason}>
      <a
        href={`#/s/${encodeURIComponent(sessionId)}`}
        aria-current={isSelected ? 'true' : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          navigate({ sessionId, item: match?.itemId ?? null });
        }}
        onKeyDown={(event) => event.key === 'Delete' && refusal === null && onDelete(session)}
      >
        <span className={styles.name}>{nameOf(session)}</span>
        {match && (
          <span className={styles.excerpt}>
            {match.excerpt.before}
            <mark>{match.excerpt.match}</mark>
            {match.excerpt.after}
          </span>
        )}
        <span className={styles.facts}>
          <span className={styles.status}>{statusLabel(session)}</span>
          {threads.length > 0 && <span className={styles.threads}>{countOfThreads(threads.length)}</span>}
          <span>{model ? `${agent} · ${model}` : agent}</span>
          <span className={styles.end}>
            {costUsd > 0 && <span>{cost(costUsd)}</span>}
            <time dateTime={new Date(updatedAt).toISOString()}>{age(updatedAt, now)}</time>
          </span>
        </span>
      </a>
      <span className={styles.actionsOf}>
        <ContinueButtons session={session} />
        <IconButton
          label={`Delete ${nameOf(session)}`}
          disabled={refusal !== null}
          {...(refusal === null ? {} : { title: refusal, 'aria-description': refusal })}
          onClick={() => onDelete(session)}
        >
          <Icon name="trash" />
        </IconButton>
      </span>
    </div>
  );
});
