import type { AgentInfo } from '../../client/index.js';
import styles from './sessions.module.css';

export interface AgentChoiceProps {
  /** null until they are known. */
  agents: AgentInfo[] | null;
  picked: string;
  onPick(id: string): void;
}

/** Those that are not installed cannot be picked, and say how to get them. */
export function AgentChoice({ agents, picked, onPick }: AgentChoiceProps) {
  return (
    <fieldset className={`${styles.agents} ${styles.wide}`}>
      <legend>Agent</legend>
      {agents === null && <span>Looking for agents …</span>}
      {agents?.map(({ id, installed, version, credentialsAvailable }) => (
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
