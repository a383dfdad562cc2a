import { useContext } from 'react';
import { useConnection } from '../../client/react/index.js';
import icon from '../icon.svg';
import { NotificationsButton } from '../notifications/notifications-button.js';
import { IconButton } from '../ui/button.js';
import { OwnTokenContext } from './own-token.js';
import { PaneToggle } from './pane-toggle.js';
import { useRoute } from './route.js';
import styles from './shell.module.css';
import { useTheme } from './theme.js';

const labels = {
  connecting: 'Connecting',
  online: 'Connected',
  offline: 'Offline',
  refused: 'Access denied',
  closed: 'Closed',
};
const signs = { system: '◐', light: '☀', dark: '☾' };

export function TopBar() {
  const { status } = useConnection();
  const own = useContext(OwnTokenContext);
  const { sessionId } = useRoute();
  const [theme, nextTheme] = useTheme();
  return (
    <header className={styles.top}>
      <div className={styles.brand}>
        <img src={icon} alt="" />
        Greenroom
      </div>
      <span className={styles.spring} />
      {own && own.scopes.length < 4 && (
        <small title={`The token of this page may ${own.scopes.join(', ')}`}>
          {own.name}: {own.scopes.join(', ')}
        </small>
      )}
      <span className={styles.connection} role="status">
        <span className={styles.dot} data-status={status} aria-hidden="true" />
        {labels[status]}
      </span>
      {sessionId !== null && (
        <span className={styles.toggles}>
          <PaneToggle pane="sessions" />
          <PaneToggle pane="side" />
        </span>
      )}
      <NotificationsButton />
      <IconButton label={`Theme: ${theme}`} onClick={nextTheme}>
        {signs[theme]}
      </IconButton>
    </header>
  );
}
