import type { ReactNode } from 'react';
import { useSession } from '../session/use-session.js';
import { chatRowKey } from '../timeline/chat-row-key.js';
import { showWhy } from './show-why.js';
import { useWaitNow, useWaits } from './use-waits.js';
import { waitText } from './wait-words.js';
import styles from './why.module.css';

/** The session's status as a link to its explanation, with what the session waits for in its tooltip. */
export function StatusWhy({ children }: { children: ReactNode }) {
  const { sessionId } = useSession();
  const event = useWaits().statusEvent;
  const wait = useWaitNow();
  if (!event) return children;
  const title = wait ? `Waiting for ${waitText(wait.waitedFor)}. Why?` : 'Why?';
  return (
    <button
      type="button"
      className={styles.status}
      title={title}
      onClick={() => showWhy({ sessionId, sequence: event.sequence, item: chatRowKey(event) })}
    >
      {children}
      <span className="visually-hidden">: {title}</span>
    </button>
  );
}
