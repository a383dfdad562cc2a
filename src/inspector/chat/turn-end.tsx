import type { Turn } from '../../client/index.js';
import { cost } from '../sessions/format.js';
import styles from './chat.module.css';

/** What a turn took. */
export function TurnEnd({ turn }: { turn: Turn }) {
  const { outcome, usage, costUsd, durationMs } = turn;
  const tokens = Object.values(usage ?? {}).reduce((sum, count) => sum + count, 0);
  const facts = [
    outcome,
    tokens > 0 && `${tokens.toLocaleString('en')} tokens`,
    costUsd && cost(costUsd),
    durationMs !== null && `${(durationMs / 1000).toFixed(1)} s`,
  ].filter(Boolean);
  return <p className={styles.turn}>{facts.join(' · ')}</p>;
}
