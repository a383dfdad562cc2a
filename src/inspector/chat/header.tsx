import { useState } from 'react';
import type { SessionInfo } from '../../client/index.js';
import { useSession, useSessionValue } from '../session/use-session.js';
import { ContinueButtons } from '../sessions/continue-buttons.js';
import { nameOf, statusLabel } from '../sessions/format.js';
import { useRefusal } from '../shell/own-token.js';
import { IconButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { StatusWhy } from '../why/status-why.js';
import styles from './chat.module.css';
import { Spent } from './spent.js';
import { TerminateDialog } from './terminate-dialog.js';
import { TitleForm } from './title-form.js';

/** The session's title and facts, what it has used, and its buttons. */
export function ChatHeader({ session }: { session: SessionInfo | null }) {
  const { sessionId } = useSession();
  const isEnded = useSessionValue(({ transcript }) => transcript.ended !== null);
  const mayChange = useRefusal('send') === null;
  const [isRenaming, setRenaming] = useState(false);
  const [isTerminating, setTerminating] = useState(false);
  const facts = session && [session.agent, session.model, session.variant, session.directory];
  return (
    <header className={styles.head}>
      <div className={styles.who}>
        <h1>{session ? nameOf(session) : sessionId}</h1>
        <p>{facts?.filter(Boolean).join(' · ')}</p>
      </div>
      {session && (
        <StatusWhy>
          <span className={styles.status} data-status={session.status}>
            {statusLabel(session)}
          </span>
        </StatusWhy>
      )}
      {session && <ContinueButtons session={session} />}
      {!isEnded && session && mayChange && (
        <>
          <IconButton label="Rename" aria-expanded={isRenaming} onClick={() => setRenaming((now) => !now)}>
            <Icon name="edit" />
          </IconButton>
          <IconButton label="Terminate session" onClick={() => setTerminating(true)}>
            <Icon name="power" />
          </IconButton>
        </>
      )}
      {session && <Spent session={session} />}
      {isRenaming && session && !isEnded && (
        <TitleForm session={session} onClose={() => setRenaming(false)} />
      )}
      {isTerminating && <TerminateDialog onClose={() => setTerminating(false)} />}
    </header>
  );
}
