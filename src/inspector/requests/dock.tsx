import {
  type PermissionRow,
  permissionOf,
  type QuestionRow,
  type Transcript,
  threadIdOf,
} from '../../client/index.js';
import { useRequests } from '../../client/react/index.js';
import { useSession, useSessionValue } from '../session/use-session.js';
import { IconButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { useLateReply } from './late-replies.js';
import { PermissionCard, permissionQuestions } from './permission-card.js';
import { QuestionCard } from './question-card.js';
import styles from './requests.module.css';
import { useAutoFocus } from './use-auto-focus.js';

type Pending = PermissionRow | QuestionRow;

/** Shows pending requests above the composer, one at a time. */
export function RequestDock() {
  const requests = useRequests(useSession().sessionId);
  const [first] = requests;
  return (
    <>
      <LateReply />
      {first && <Dock key={first.key} first={first} count={requests.length} />}
    </>
  );
}

/** Tells who was faster. */
function LateReply() {
  const late = useLateReply();
  if (!late) return null;
  return (
    <div className={styles.late} role="alert">
      <span>{late.outcome}</span>
      <IconButton label="Close" onClick={late.dismiss}>
        <Icon name="close" />
      </IconButton>
    </div>
  );
}

function Dock({ first, count }: { first: Pending; count: number }) {
  const box = useAutoFocus<HTMLElement>();
  const asker = useSessionValue(({ transcript }) => askerOf(first, transcript));
  return (
    <section className={styles.dock} ref={box} tabIndex={-1} aria-label="Waiting for you">
      <p className={styles.title}>
        <Icon name={first.type === 'permission' ? 'shield' : 'question'} />
        {asker} is waiting for you
        {count > 1 && <small>1 of {count}</small>}
      </p>
      <p className="visually-hidden" role="alert">
        {announcement(first, asker)}
      </p>
      {first.type === 'permission' ? (
        <PermissionCard data={first.data} />
      ) : (
        <QuestionCard data={first.data} />
      )}
    </section>
  );
}

/** Who asks: the agent, or one of its sub-agents. */
function askerOf(row: Pending, { threads }: Transcript): string {
  const thread = threads.get(threadIdOf(row) ?? '');
  return thread ? `Sub-agent “${thread.title}”` : 'The agent';
}

/** The announcement for screen readers. */
function announcement(row: Pending, asker: string): string {
  if (row.type === 'question') return `${asker} asks: ${row.data.prompt.slice(0, 500)}`;
  const { kind, title } = permissionOf(row.data);
  return `${asker} asks for permission. ${permissionQuestions[kind]} ${title}`;
}
