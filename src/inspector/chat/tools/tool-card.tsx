import { type ItemRow, type ToolKind, toolCallOf } from '../../../client/index.js';
import { toolVerbs } from '../../../schema/index.js';
import { duration } from '../../../text/amounts.js';
import { useRow } from '../../session/use-session.js';
import { Icon } from '../../ui/icon.js';
import { useFold } from '../folds.js';
import type { ItemProps } from '../items/item.js';
import { ThreadBar } from '../threads/thread-bar.js';
import { useIsHead, useIsLive, useResult } from '../transcript-context.js';
import { Elapsed } from './elapsed.js';
import { kindIcons } from './kind-icons.js';
import { ToolInput } from './tool-input.js';
import { exitCodeOf, ToolResult } from './tool-result.js';
import styles from './tools.module.css';

type State = 'running' | 'completed' | 'failed';
const labels: Record<State, string> = { running: 'Running', completed: 'Done', failed: 'Failed' };

/** What changes nothing is one line without a frame until it is opened. */
const quietKinds: ReadonlySet<ToolKind> = new Set(['read', 'search', 'plan', 'think']);

const noCall = { type: 'tool_call', name: '', arguments: '', call_id: '' } as const;

/** A tool call with its result. */
export function ToolCard({ row }: ItemProps) {
  const call = row.item.content.find((part) => part.type === 'tool_call') ?? noCall;
  const result = useRow(useResult(call.call_id));
  const isHead = useIsHead(row.key);
  const isLive = useIsLive();
  const { name, kind, title, input } = toolCallOf(call);
  const state = stateOf(row, result);
  const isCommand = kind === 'execute';
  const isDiff = hasDiff(result);
  // Commands, changes and failures are expanded by default.
  const [isOpen, toggle] = useFold(row.key, isCommand || isDiff || state === 'failed');
  const isQuiet = quietKinds.has(kind) && !isOpen && state !== 'failed' && !isHead;
  const exitCode = exitCodeOf(result);
  // A diff replaces the arguments, and the title shows a command unless it is too long for that.
  const isInputFolded = isDiff || (isCommand && !hasLines(input));
  const toolInput = <ToolInput input={input} foldKey={isInputFolded ? `arguments ${row.key}` : null} />;
  return (
    <article
      className={styles.card}
      data-kind="tool_call"
      data-tool={kind}
      data-status={state}
      data-quiet={isQuiet}
      aria-busy={state === 'running'}
    >
      <h2 className={styles.head}>
        <button type="button" aria-expanded={isOpen} title={name} onClick={toggle}>
          <Icon name="chevron" />
          <Icon name={isHead ? 'robot' : kindIcons[kind]} />
          <span className={styles.verb}>{toolVerbs[kind]}</span>
          <code className={styles.summary}>{title}</code>
          {!title.includes(name) && (
            <small className={kind === 'other' ? styles.name : 'visually-hidden'}>{name}</small>
          )}
          {exitCode !== null && exitCode !== 0 && <small className={styles.exit}>exit {exitCode}</small>}
          {state === 'running' && isLive ? <Running since={row.time} /> : durationOf(row, result)}
          <span className={styles.state} data-state={state}>
            {state === 'running' ? <span className={styles.spinner} /> : <Icon name={icons[state]} />}
            <span className="visually-hidden">{labels[state]}</span>
          </span>
        </button>
      </h2>
      {isOpen && (
        <div className={styles.body}>
          {!isInputFolded && toolInput}
          {result && <ToolResult row={result} version={result.version} isCommand={isCommand} />}
          {isInputFolded && toolInput}
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

/** Whether any argument has more than one line. */
function hasLines(input: unknown): boolean {
  if (typeof input !== 'object' || input === null) return false;
  return Object.values(input).some((value) => typeof value === 'string' && value.trim().includes('\n'));
}

function Running({ since }: { since: string }) {
  return (
    <small className={styles.took} data-running="true">
      <Elapsed since={since} />
    </small>
  );
}

/** Only durations of a second or more are shown. */
function durationOf({ time }: ItemRow, result: ItemRow | undefined) {
  const elapsed = result?.completedAt ? Date.parse(result.completedAt) - Date.parse(time) : 0;
  return elapsed >= 1000 ? <small className={styles.took}>{duration(elapsed)}</small> : null;
}
