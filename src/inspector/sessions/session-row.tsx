import { memo } from 'react';
import type { SessionInfo } from '../../client/index.js';
import { useRefusal } from '../shell/own-token.js';
import { navigate } from '../shell/route.js';
import { IconButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { age, cost, countOfThreads, nameOf, statusLabels } from './format.js';
import styles from './sessions.module.css';

export interface SessionRowProps {
  session: SessionInfo;
  isSelected: boolean;
  now: number;
  onDelete(session: SessionInfo): void;
}

export const SessionRow = memo(function SessionRow({ session, isSelected, now, onDelete }: SessionRowProps) {
  const { sessionId, status, agent, model, updatedAt, costUsd, threads } = session;
  const refusal = useRefusal('admin');
  const mayDelete = refusal === null;
  return (
    <div className={styles.row} data-selected={isSelected} data-status={status}>
      <a
        href={`#/s/${encodeURIComponent(sessionId)}`}
        aria-current={isSelected ? 'true' : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          navigate({ sessionId });
        }}
        onKeyDown={(event) => event.key === 'Delete' && mayDelete && onDelete(session)}
      >
        <span className={styles.name}>{nameOf(session)}</span>
        <span className={styles.facts}>
          <span className={styles.status}>{statusLabels[status]}</span>
          {threads.length > 0 && <span className={styles.threads}>{countOfThreads(threads.length)}</span>}
          <span>{model ? `${agent} · ${model}` : agent}</span>
          <span className={styles.end}>
            {costUsd > 0 && <span>{cost(costUsd)}</span>}
            <time dateTime={new Date(updatedAt).toISOString()}>{age(updatedAt, now)}</time>
          </span>
        </span>
      </a>
      <IconButton
        label={`Delete ${nameOf(session)}`}
        disabled={!mayDelete}
        {...(refusal === null ? {} : { title: refusal, 'aria-description': refusal })}
        onClick={() => onDelete(session)}
      >
        <Icon name="trash" />
      </IconButton>
    </div>
  );
});
