import type { PermissionRow, QuestionRow } from '../../client/index.js';
import { useSessionValue } from '../session/use-session.js';
import { Icon } from '../ui/icon.js';
import { PermissionCard } from './permission-card.js';
import { permissionDetails, permissionSummary } from './permission-details.js';
import { QuestionCard } from './question-card.js';
import styles from './requests.module.css';
import { useAutoFocus } from './use-auto-focus.js';

type Pending = PermissionRow | QuestionRow;

/** Shows pending requests above the composer, one at a time. */
export function RequestDock() {
  const first = useSessionValue(({ transcript }) => oldest(transcript));
  const count = useSessionValue(({ transcript }) => transcript.pending);
  if (!first) return null;
  return <Dock key={first.key} first={first} count={count} />;
}

function Dock({ first, count }: { first: Pending; count: number }) {
  const box = useAutoFocus<HTMLElement>();
  return (
    <section className={styles.dock} ref={box} tabIndex={-1} aria-label="Waiting for you">
      <p className={styles.title}>
        <Icon name={first.type === 'permission' ? 'shield' : 'question'} />
        The agent is waiting for you
        {count > 1 && <small>1 of {count}</small>}
      </p>
      <p className="visually-hidden" role="alert">
        {announcement(first)}
      </p>
      {first.type === 'permission' ? (
        <PermissionCard data={first.data} />
      ) : (
        <QuestionCard data={first.data} />
      )}
    </section>
  );
}

function oldest(transcript: {
  pendingPermissions: Map<string, PermissionRow>;
  pendingQuestions: Map<string, QuestionRow>;
}): Pending | undefined {
  const [permission] = transcript.pendingPermissions.values();
  const [question] = transcript.pendingQuestions.values();
  if (!permission || !question) return permission ?? question;
  return permission.sequence < question.sequence ? permission : question;
}

/** The announcement for screen readers. */
function announcement(row: Pending): string {
  if (row.type === 'question') return `The agent asks: ${row.data.prompt.slice(0, 500)}`;
  const details = permissionDetails(row.data);
  return `The agent asks for permission. ${details.title} ${permissionSummary(details)}`;
}
