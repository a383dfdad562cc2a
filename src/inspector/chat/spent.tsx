import type { ContextUsage, SessionInfo } from '../../client/index.js';
import { contextOf, cost, tokensOf } from '../../text/amounts.js';
import styles from './chat.module.css';

/** How full the context is, and what the session has spent so far; nothing if unknown. */
export function Spent({ session: { context, usage, costUsd } }: { session: SessionInfo }) {
  const spent = [tokensOf(usage), cost(costUsd)].filter(Boolean).join(' · ');
  if (context === null && spent === '') return null;
  return (
    <p className={styles.spent}>
      {context && <ContextMeter context={context} />}
      {spent}
    </p>
  );
}

function ContextMeter({ context }: { context: ContextUsage }) {
  const { used_tokens: used, window_tokens: all } = context;
  const percent = Math.min(100, Math.round((used / all) * 100));
  return (
    <span className={styles.context} data-full={percent >= 90}>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
      context {contextOf(context)} ({percent === 0 && used > 0 ? '< 1' : percent}%)
    </span>
  );
}
