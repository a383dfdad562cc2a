import type { AgentInfo } from '../../client/index.js';
import styles from './sessions.module.css';

export interface AgentPickerProps {
  /** null while loading. */
  agents: AgentInfo[] | null;
  picked: string;
  onPick(id: string): void;
}

/** Agents that are not installed come last, are disabled and show the command to install them. */
export function AgentPicker({ agents, picked, onPick }: AgentPickerProps) {
  return (
    <fieldset className={`${styles.agents} ${styles.wide}`}>
      <legend>Agent</legend>
      {agents === null && <span>Loading agents …</span>}
      {agents?.toSorted(byInstalled).map(({ id, installed, version, credentialsAvailable }) => (
        <label key={id} className={styles.agent}>
          <input
            type="radio"
            name="agent"
            value={id}
            checked={picked === id}
            disabled={!installed}
            onChange={() => onPick(id)}
          />
          <span>{id}</span>
          {installed ? (
            <small>{credentialsAvailable ? (version ?? 'installed') : 'no credentials found'}</small>
          ) : (
            <code>greenroom agents install {id}</code>
          )}
        </label>
      ))}
    </fieldset>
  );
}

/** Those that can be used come first. */
const byInstalled = (a: AgentInfo, b: AgentInfo) => Number(b.installed) - Number(a.installed);
