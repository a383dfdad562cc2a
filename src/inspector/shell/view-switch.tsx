import { useSession } from '../session/use-session.js';
import { navigate, useRoute, type View } from './route.js';
import styles from './shell.module.css';

const views: [View, string][] = [
  ['sessions', 'Sessions'],
  ['chat', 'Chat'],
  ['machine', 'Machine'],
  ['changes', 'Changes'],
  ['timeline', 'Timeline'],
  ['raw', 'Raw'],
];

/** Switches between the columns on a narrow page. */
export function ViewSwitch({ view }: { view: View }) {
  const { sessionId } = useSession();
  const { at } = useRoute();
  return (
    <nav className={styles.switch} aria-label="Views">
      {views.map(([id, name]) => (
        <button
          key={id}
          type="button"
          aria-current={view === id ? 'page' : undefined}
          onClick={() => navigate({ sessionId, view: id, at })}
        >
          {name}
        </button>
      ))}
    </nav>
  );
}
