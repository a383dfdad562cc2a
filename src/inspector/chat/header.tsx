import { useState } from 'react';
import type { SessionInfo } from '../../client/index.js';
import { useSession, useSessionValue } from '../session/use-session.js';
import { cost, nameOf, statusWords } from '../sessions/format.js';
import { IconButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import styles from './chat.module.css';
import { SettingsPanel } from './settings-panel.js';
import { TerminateDialog } from './terminate-dialog.js';

/** What the session is, and what can be changed about it. */
export function ChatHeader({ session }: { session: SessionInfo | null }) {
  const { sessionId } = useSession();
  const isEnded = useSessionValue(({ transcript }) => transcript.ended !== null);
  const [isSetting, setSetting] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const facts = session && [
    session.agent,
    session.model,
    session.variant,
    session.costUsd > 0 && cost(session.costUsd),
    session.directory,
  ];
  return (
    <header className={styles.head}>
      <div className={styles.who}>
        <h1>{session ? nameOf(session) : sessionId}</h1>
        <p>{facts?.filter(Boolean).join(' · ')}</p>
      </div>
      {session && (
        <span className={styles.status} data-status={session.status}>
          {statusWords[session.status]}
        </span>
      )}
      {!isEnded && session && (
        <>
          <IconButton label="Settings" aria-expanded={isSetting} onClick={() => setSetting((now) => !now)}>
            <Icon name="settings" />
          </IconButton>
          <IconButton label="Terminate the session" onClick={() => setEnding(true)}>
            <Icon name="power" />
          </IconButton>
        </>
      )}
      {isSetting && session && !isEnded && <SettingsPanel session={session} />}
      {isEnding && <TerminateDialog onClose={() => setEnding(false)} />}
    </header>
  );
}
