import { useState } from 'react';
import { useConnection, useSessionStore, useSessions, useStoreValue } from '../../client/react/index.js';
import { Chat } from '../chat/chat.js';
import { useNotifications } from '../notifications/use-notifications.js';
import { Shortcuts } from '../palette/shortcuts.js';
import { useRecentSessions } from '../session/use-recent-sessions.js';
import { SessionContext } from '../session/use-session.js';
import { CreateDialog } from '../sessions/create-dialog.js';
import { SessionList } from '../sessions/session-list.js';
import { Offline } from './offline.js';
import { usePageTitle } from './page-title.js';
import { paneStyle, usePanes } from './panes.js';
import { navigate, useRoute } from './route.js';
import styles from './shell.module.css';
import { SidePane } from './side-pane.js';
import { Splitter } from './splitter.js';
import { TokenPage, type TokenPageProps } from './token-page.js';
import { TopBar } from './top-bar.js';
import { UnknownSession } from './unknown-session.js';
import { ViewSwitch } from './view-switch.js';
import { Welcome } from './welcome.js';

export interface ShellProps {
  /** Why the pairing link that the page was opened with did not work. */
  unpaired: TokenPageProps['unpaired'];
  onToken(token: string): void;
}

/** The page layout: the sessions, the open session's chat, and the side pane. */
export function Shell({ unpaired, onToken }: ShellProps) {
  const connection = useConnection();
  const route = useRoute();
  const store = useSessionStore(route.sessionId);
  const isBroken = useStoreValue(store, ({ phase }) => phase === 'failed') ?? false;
  useRecentSessions(route.sessionId, isBroken);
  const { sessions: all, hasMore, loadMore } = useSessions();
  const panes = usePanes();
  // Without a session there is nothing else to see.
  const style = route.sessionId === null ? undefined : paneStyle(panes);
  /** Whether a session is being created, and with which agent. */
  const [creating, setCreating] = useState<{ agent: string | null } | null>(null);
  const create = (agent: string | null = null) => setCreating({ agent });
  usePageTitle(all, route.sessionId);
  useNotifications(all);

  if (connection.status === 'refused')
    return <TokenPage problem={connection.problem} unpaired={unpaired} onToken={onToken} />;
  return (
    <div className={styles.shell} data-view={route.view} style={style}>
      <TopBar />
      <Offline />
      <nav className={styles.sessions} aria-label="Sessions" data-hidden={panes.sessions.isHidden}>
        <SessionList
          sessions={all}
          selected={route.sessionId}
          onCreate={() => create()}
          onMore={hasMore ? loadMore : null}
        />
        <Splitter pane="sessions" />
      </nav>
      {store && isBroken && <UnknownSession sessionId={store.sessionId} error={store.error} />}
      {store && !isBroken && (
        <SessionContext value={store}>
          <main className={styles.chat} aria-label="Conversation">
            <Chat
              key={store.sessionId}
              session={all.find(({ sessionId }) => sessionId === store.sessionId) ?? null}
            />
          </main>
          <aside className={styles.side} aria-label="Session details" data-hidden={panes.side.isHidden}>
            <SidePane tab={route.tab} />
            <Splitter pane="side" />
          </aside>
          <ViewSwitch view={route.view} />
        </SessionContext>
      )}
      {!store && (
        <main className={styles.welcome}>
          <Welcome onCreate={() => create()} />
        </main>
      )}
      <Shortcuts sessions={all} store={store} onCreate={create} />
      {creating && (
        <CreateDialog
          agent={creating.agent}
          onClose={() => setCreating(null)}
          onCreated={({ sessionId }) => {
            setCreating(null);
            navigate({ sessionId });
          }}
        />
      )}
    </div>
  );
}
