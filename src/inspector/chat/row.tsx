import { memo } from 'react';
import type { Row } from '../../client/index.js';
import { PermissionCard } from '../requests/permission-card.js';
import { QuestionCard } from '../requests/question-card.js';
import { useRow } from '../session/use-session.js';
import styles from './chat.module.css';
import { Item } from './item.js';
import { TurnEnd } from './turn-end.js';

/** One row of the conversation, whatever it is. */
export const ChatRow = memo(function ChatRow({ row }: { row: Row }) {
  useRow(row);
  switch (row.type) {
    case 'item':
      return <Item row={row} version={row.version} />;
    case 'turn':
      return <TurnEnd turn={row.turn} />;
    case 'permission':
      return <PermissionCard data={row.data} />;
    case 'question':
      return <QuestionCard data={row.data} />;
    case 'error':
      return <p className={styles.problem}>{row.error.message}</p>;
    case 'unparsed':
      return <p className={styles.problem}>Not understood: {row.data.error}</p>;
    case 'end':
      return (
        <p className={styles.end}>
          The session has ended: {row.data.reason}
          {row.data.message && ` (${row.data.message})`}
        </p>
      );
  }
});
