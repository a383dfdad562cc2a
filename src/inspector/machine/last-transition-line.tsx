import type { UniversalEvent } from '../../client/index.js';
import type { LastTransition } from '../../diagrams/browser.js';
import { useSession } from '../session/use-session.js';
import { chatRowKey } from '../timeline/chat-row-key.js';
import { showWhy } from '../why/show-why.js';
import { transitionText } from '../why/transition-words.js';
import styles from './machine.module.css';

export interface LastTransitionLineProps {
  last: LastTransition | undefined;
  /** The latest event. */
  event: UniversalEvent | null;
}

/** Names the transition that is marked in the drawing. One line high, whatever it says. */
export function LastTransitionLine({ last, event }: LastTransitionLineProps) {
  const { sessionId } = useSession();
  const text = last ? transitionText(last.event, last.source, last.target) : 'none';
  return (
    <p className={styles.last}>
      <span className={styles.lastMark} aria-hidden="true" />
      <span className="visually-hidden">Last transition:</span>
      <output title={text}>{text}</output>
      {event && (
        <button
          type="button"
          onClick={() => showWhy({ sessionId, sequence: event.sequence, item: chatRowKey(event) })}
        >
          Why?
        </button>
      )}
    </p>
  );
}
