import type { SessionInfo } from '../../client/index.js';
import { RadioGroup } from '../ui/radio-group.js';
import styles from './sessions.module.css';

type Status = SessionInfo['status'];
/** “Starting” has no filter of its own; it counts as running. */
export type Filter = 'all' | 'waiting' | 'running' | 'idle' | 'ended';

const filters: [Filter, string, readonly Status[]][] = [
  ['all', 'All', ['waiting', 'starting', 'running', 'idle', 'ended', 'damaged']],
  ['waiting', 'Waiting', ['waiting']],
  ['running', 'Running', ['starting', 'running']],
  ['idle', 'Idle', ['idle']],
  ['ended', 'Ended', ['ended', 'damaged']],
];

export function matchesStatus(filter: Filter, { status }: SessionInfo): boolean {
  return filters.find(([id]) => id === filter)![2].includes(status);
}

export interface StatusFilterProps {
  sessions: readonly SessionInfo[];
  filter: Filter;
  onChange(filter: Filter): void;
}

/** Filters the list by status. Statuses without a session are not offered. */
export function StatusFilter({ sessions, filter, onChange }: StatusFilterProps) {
  return (
    <RadioGroup
      className={styles.filter}
      legend="Status"
      options={filters.flatMap(([value, name]) => {
        const count = sessions.filter((session) => matchesStatus(value, session)).length;
        if (count === 0 && value !== 'all' && value !== filter) return [];
        return { value, label: value === 'all' ? name : `${name} ${count}` };
      })}
      value={filter}
      onChange={onChange}
    />
  );
}
