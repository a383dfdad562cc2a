import { IconButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { toggleNotifications, useNotificationsState } from './wanted.js';

const labels = {
  on: 'Notifications: on',
  off: 'Notifications: off',
  blocked: 'Notifications are blocked in the settings of the browser',
};

/** Turns desktop notifications on and off. The browser asks for permission only then. */
export function NotificationsButton() {
  const state = useNotificationsState();
  if (state === 'unsupported') return null;
  return (
    <IconButton
      label={labels[state]}
      aria-pressed={state === 'on'}
      disabled={state === 'blocked'}
      onClick={() => void toggleNotifications()}
    >
      <Icon name={state === 'on' ? 'bell' : 'bellOff'} />
    </IconButton>
  );
}
