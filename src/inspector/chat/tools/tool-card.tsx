import type { ItemRow } from '../../../client/index.js';
import { useRow } from '../../session/use-session.js';
import { Icon, type IconName } from '../../ui/icon.js';
import { useFold } from '../folds.js';
import { seconds } from '../format.js';
import type { ItemProps } from '../items/item.js';
import { insideOf } from '../list/use-entries.js';
import { useChildCount, useResult } from '../transcript-context.js';
import { commandOf, parseArguments, summaryOf } from './summary.js';
import { ToolInput } from './tool-input.js';
import { exitCodeOf, ToolResult } from './tool-result.js';
import styles from './tools.module.css';

type State = 'running' | 'completed' | 'failed';
const words: Record<State, string> = { running: 'Running', completed: 'Done', failed: 'Failed' };

/** A tool call with its result under it. */
export function ToolCard({ row }: ItemProps) {
  const call = row.item.content.find((part) => part.type === 'tool_call');
  const result = useRow(useResult(call?.call_id ?? ''));
  const inside = useChildCount(row.key);
  const given = parseArguments(call?.arguments ?? '');
  const command = commandOf(given);
  const state = stateOf(row, result);
  // The head says it all, or the change itself does.
  const isSaid = command !== null && !command.includes('\n');
  const isChange = hasDiff(result);
  // What changes something, and what went wrong, is worth more than a line.
  const isWorthIt = command !== null || state === 'failed' || isChange;
  const [isOpen, toggle] = useFold(row.key, isWorthIt);
  const [isInsideOpen, toggleInside] = useFold(insideOf(row.key), true);
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
          <Icon name={iconOf(command, inside, name)} />
          <span className={styles.name}>{name}</span>
          <code className={styles.summary}>{summaryOf(given)}</code>
          {exitCode !== null && exitCode !== 0 && <small className={styles.exit}>exit {exitCode}</small>}
          {tookOf(row, result)}
          <span className={styles.state} data-state={state}>
            {state === 'running' ? <span className={styles.spinner} /> : <Icon name={signs[state]} />}
            <span className="visually-hidden">{words[state]}</span>
          </span>
        </button>
      </h2>
      {isOpen && (
        <div className={styles.body}>
          {!isSaid && !isChange && <ToolInput given={given} command={command} />}
          {result && <ToolResult row={result} version={result.version} isCommand={command !== null} />}
          {isChange && (
            <details className={styles.section}>
              <summary>Arguments</summary>
              <ToolInput given={given} command={command} />
            </details>
          )}
        </div>
      )}
      {inside > 0 && (
        <button type="button" className={styles.inside} aria-expanded={isInsideOpen} onClick={toggleInside}>
          <Icon name="chevron" />
          {isInsideOpen ? 'Its work is below' : 'Its work is folded'}
        </button>
      )}
    </article>
  );
}

const signs = { completed: 'check', failed: 'close' } as const;

function stateOf({ item }: ItemRow, result: ItemRow | undefined): State {
  if (item.status === 'failed' || result?.item.status === 'failed') return 'failed';
  return result?.item.status === 'completed' ? 'completed' : 'running';
}

function hasDiff(result: ItemRow | undefined): boolean {
  return result?.item.content.some((part) => part.type === 'file_ref' && part.diff) ?? false;
}

function iconOf(command: string | null, inside: number, name: string): IconName {
  if (inside > 0) return 'robot';
  if (command !== null) return 'play';
  return /edit|write|patch/i.test(name) ? 'edit' : 'tool';
}

/** Only what took a while is worth a word. */
function tookOf({ time }: ItemRow, result: ItemRow | undefined) {
  const took = result?.completedAt ? Date.parse(result.completedAt) - Date.parse(time) : 0;
  return took >= 1000 ? <small className={styles.took}>{seconds(took)}</small> : null;
}
