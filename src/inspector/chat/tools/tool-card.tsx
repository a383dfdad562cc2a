import type { ItemRow } from '../../../client/index.js';
import { useRow } from '../../session/use-session.js';
import { Icon, type IconName } from '../../ui/icon.js';
import { useFold } from '../folds.js';
import { duration } from '../format.js';
import type { ItemProps } from '../items/item.js';
import { ThreadBar } from '../threads/thread-bar.js';
import { useIsHead, useResult } from '../transcript-context.js';
import { commandOf, parseArguments, summaryOf } from './summary.js';
import { ToolInput } from './tool-input.js';
import { exitCodeOf, ToolResult } from './tool-result.js';
import styles from './tools.module.css';

type State = 'running' | 'completed' | 'failed';
const labels: Record<State, string> = { running: 'Running', completed: 'Done', failed: 'Failed' };

/** A tool call with its result. */
export function ToolCard({ row }: ItemProps) {
  const call = row.item.content.find((part) => part.type === 'tool_call');
  const result = useRow(useResult(call?.call_id ?? ''));
  const isHead = useIsHead(row.key);
  const given = parseArguments(call?.arguments ?? '');
  const command = commandOf(given);
  const state = stateOf(row, result);
  // The header already shows a one-line command; a diff replaces the arguments.
  const isInHeader = command !== null && !command.includes('\n');
  const isDiff = hasDiff(result);
  // Commands, changes and failures are expanded by default.
  const isExpandedByDefault = command !== null || state === 'failed' || isDiff;
  const [isOpen, toggle] = useFold(row.key, isExpandedByDefault);
  const exitCode = exitCodeOf(result);
  const name = call?.name ?? 'tool';
  return (
    <article
      className={styles.card}
      data-kind="tool_call"
      data-status={state}
      aria-busy={state === 'running'}
    >
      <h2 className={styles.head}>
        <button type="button" aria-expanded={isOpen} onClick={toggle}>
          <Icon name="chevron" />
          <Icon name={iconOf(command, isHead, name)} />
          <span className={styles.name}>{name}</span>
          <code className={styles.summary}>{summaryOf(given)}</code>
          {exitCode !== null && exitCode !== 0 && <small className={styles.exit}>exit {exitCode}</small>}
          {durationOf(row, result)}
          <span className={styles.state} data-state={state}>
            {state === 'running' ? <span className={styles.spinner} /> : <Icon name={icons[state]} />}
            <span className="visually-hidden">{labels[state]}</span>
          </span>
        </button>
      </h2>
      {isOpen && (
        <div className={styles.body}>
          {!isInHeader && !isDiff && <ToolInput given={given} command={command} />}
          {result && <ToolResult row={result} version={result.version} isCommand={command !== null} />}
          {isDiff && (
            <details className={styles.section}>
              <summary>Arguments</summary>
              <ToolInput given={given} command={command} />
            </details>
          )}
        </div>
      )}
      {isHead && <ThreadBar itemId={row.key} />}
    </article>
  );
}

const icons = { completed: 'check', failed: 'close' } as const;

function stateOf({ item }: ItemRow, result: ItemRow | undefined): State {
  if (item.status === 'failed' || result?.item.status === 'failed') return 'failed';
  return result?.item.status === 'completed' ? 'completed' : 'running';
}

function hasDiff(result: ItemRow | undefined): boolean {
  return result?.item.content.some((part) => part.type === 'file_ref' && part.diff) ?? false;
}

function iconOf(command: string | null, isHead: boolean, name: string): IconName {
  if (isHead) return 'robot';
  if (command !== null) return 'play';
  return /edit|write|patch/i.test(name) ? 'edit' : 'tool';
}

/** Only durations of a second or more are shown. */
function durationOf({ time }: ItemRow, result: ItemRow | undefined) {
  const elapsed = result?.completedAt ? Date.parse(result.completedAt) - Date.parse(time) : 0;
  return elapsed >= 1000 ? <small className={styles.took}>{duration(elapsed)}</small> : null;
}
