import type { SessionInfo } from '../../client/index.js';
import styles from './sessions.module.css';

type Status = SessionInfo['status'];
/** A few states at a time: nobody looks for those that are just starting. */
export type Filter = 'all' | 'waiting' | 'running' | 'idle' | 'ended';

const filters: [Filter, string, readonly Status[]][] = [
  ['all', 'All', ['waiting', 'starting', 'running', 'idle', 'ended']],
  ['waiting', 'Waiting', ['waiting']],
  ['running', 'Running', ['starting', 'running']],
  ['idle', 'Idle', ['idle']],
  ['ended', 'Ended', ['ended']],
];

export function passes(filter: Filter, { status }: SessionInfo): boolean {
  return filters.find(([id]) => id === filter)![2].includes(status);
}

export interface StatusFilterProps {
  sessions: readonly SessionInfo[];
  filter: Filter;
  onChange(filter: Filter): void;
}

/** Which sessions are listed. States that no session is in are not offered. */
export function StatusFilter({ sessions, filter, onChange }: StatusFilterProps) {
  return (
    <fieldset className={styles.filter}>
      <legend className="visually-hidden">Show</legend>
      {filters.map(([id, name]) => {
        const count = sessions.filter((session) => passes(id, session)).length;
        if (count === 0 && id !== 'all' && id !== filter) return null;
        return (
          <label key={id}>
            <input
              type="radio"
              name="status"
              value={id}
              checked={filter === id}
              onChange={() => onChange(id)}
            />
            {name} {id !== 'all' && count}
          </label>
        );
      })}
    </fieldset>
  );
}
