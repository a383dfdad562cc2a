import { memo } from 'react';
import type { Row } from '../../../client/index.js';
import { PermissionLine } from '../../requests/permission-line.js';
import { QuestionLine } from '../../requests/question-line.js';
import { useRow, useSession } from '../../session/use-session.js';
import { navigate } from '../../shell/route.js';
import { IconButton } from '../../ui/button.js';
import { ErrorBoundary } from '../../ui/error-boundary.js';
import { Icon } from '../../ui/icon.js';
import { JsonText } from '../../ui/json-text.js';
import { GapLine } from '../../why/gap-line.js';
import { WhyButton } from '../../why/why-button.js';
import { ErrorLine, UnparsedLine } from './error-line.js';
import { isEmpty } from './is-empty.js';
import { Item } from './item.js';
import styles from './items.module.css';
import { SessionEnd } from './session-end.js';
import { TurnEnd } from './turn-end.js';

export interface ChatRowProps {
  row: Row;
  /** The nesting depth of sub-agents. */
  depth: number;
}

/** One row of the conversation, with a link to its events. */
export const ChatRow = memo(function ChatRow({ row, depth }: ChatRowProps) {
  const { sessionId } = useSession();
  useRow(row);
  const element = content(row);
  if (element === null) return null;
  return (
    <div className={styles.row} data-depth={Math.min(depth, 4)} data-type={row.type}>
      <GapLine row={row} />
      <ErrorBoundary fallback={<JsonText label="Row that failed to render" value={row} />}>
        {element}
      </ErrorBoundary>
      <WhyButton row={row} />
      <span className={styles.events}>
        <IconButton
          label={`Show in timeline (event ${row.sequence})`}
          onClick={() => navigate({ sessionId, view: 'timeline', at: row.sequence })}
        >
          <Icon name="events" />
        </IconButton>
      </span>
    </div>
  );
});

function content(row: Row) {
  switch (row.type) {
    case 'item':
      // A message that has not started, or consists of tool calls only.
      if (isEmpty(row)) return null;
      return <Item row={row} version={row.version} />;
    case 'turn':
      return <TurnEnd turn={row.turn} />;
    case 'permission':
      return <PermissionLine data={row.data} />;
    case 'question':
      return <QuestionLine data={row.data} />;
    case 'error':
      return <ErrorLine error={row.error} />;
    case 'unparsed':
      return <UnparsedLine data={row.data} />;
    case 'end':
      return <SessionEnd data={row.data} />;
  }
}
