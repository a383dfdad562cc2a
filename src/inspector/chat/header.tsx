import { useState } from 'react';
import type { SessionInfo } from '../../client/index.js';
import { useSession, useSessionValue } from '../session/use-session.js';
import { ContinueButtons } from '../sessions/continue-buttons.js';
import { nameOf, statusLabel } from '../sessions/format.js';
import { useRefusal } from '../shell/own-token.js';
import { IconButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import styles from './chat.module.css';
import { SettingsPanel } from './settings-panel.js';
import { Spent } from './spent.js';
import { TerminateDialog } from './terminate-dialog.js';

/** The session's title and facts, its settings, and the terminate button. */
export function ChatHeader({ session }: { session: SessionInfo | null }) {
  const { sessionId } = useSession();
  const isEnded = useSessionValue(({ transcript }) => transcript.ended !== null);
  const mayChange = useRefusal('send') === null;
  const [isSettingsOpen, setSettingsOpen] = useState(false);
  const [isTerminating, setTerminating] = useState(false);
  const facts = session && [session.agent, session.model, session.variant, session.directory];
  return (
    <header className={styles.head}>
      <div className={styles.who}>
        <h1>{session ? nameOf(session) : sessionId}</h1>
        <p>{facts?.filter(Boolean).join(' · ')}</p>
      </div>
      {session && (
        <span className={styles.status} data-status={session.status}>
          {statusLabel(session)}
        </span>
      )}
      {session && <ContinueButtons session={session} />}
      {!isEnded && session && mayChange && (
        <>
          <IconButton
            label="Settings"
            aria-expanded={isSettingsOpen}
            onClick={() => setSettingsOpen((now) => !now)}
          >
            <Icon name="settings" />
          </IconButton>
          <IconButton label="Terminate session" onClick={() => setTerminating(true)}>
            <Icon name="power" />
          </IconButton>
        </>
      )}
      {session && <Spent session={session} />}
      {isSettingsOpen && session && !isEnded && <SettingsPanel session={session} />}
      {isTerminating && <TerminateDialog onClose={() => setTerminating(false)} />}
    </header>
  );
}
