import type { Turn } from '../../../client/index.js';
import { contextOf, cost, count, duration, tokensOf } from '../../../text/amounts.js';
import styles from './items.module.css';
import { TurnChanges } from './turn-changes.js';

const outcomes = {
  completed: 'Completed',
  interrupted: 'Interrupted',
  error: 'Failed',
  max_turns: 'Stopped: turn limit reached',
  refused: 'Refused',
};

/** A turn's outcome, model, usage, context, cost and duration. */
export function TurnEnd({ turn }: { turn: Turn }) {
  const { outcome, model, usage, context, costUsd, durationMs } = turn;
  const tokens = tokensOf(usage);
  const kinds = Object.entries(usage ?? {}).map(
    ([kind, tokens]) => `${kind.replaceAll('_', ' ')}: ${count(tokens)}`,
  );
  return (
    <footer className={styles.turn} data-outcome={outcome}>
      <strong>{outcome && outcomes[outcome]}</strong>
      {model !== null && <span>{model}</span>}
      {tokens && <span title={kinds.join('\n')}>{tokens}</span>}
      {context !== null && <span>context {contextOf(context)}</span>}
      {costUsd !== null && costUsd > 0 && <span>{cost(costUsd)}</span>}
      {durationMs !== null && <span>{duration(durationMs)}</span>}
      <TurnChanges turnId={turn.turnId} />
    </footer>
  );
}
