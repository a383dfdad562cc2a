import { contentOf, type ItemRow, planOf } from '../../../client/index.js';
import { JsonText } from '../../ui/json-text.js';
import { isThought } from '../list/arrange.js';
import { ThreadCard } from '../threads/thread-bar.js';
import { ToolCard } from '../tools/tool-card.js';
import { ToolResult } from '../tools/tool-result.js';
import { useThread } from '../transcript-context.js';
import styles from './items.module.css';
import { Part } from './part.js';
import { Plan } from './plan.js';
import { StatusLine } from './status-line.js';
import { Thought } from './thought.js';
import { placeOf } from './use-image.js';

export interface ItemProps {
  row: ItemRow;
  /** Rows are mutated in place; this triggers a re-render. */
  version: number;
}

export function Item({ row, version }: ItemProps) {
  const { kind } = row.item;
  if (kind === 'tool_call') return <ToolCard row={row} version={version} />;
  if (kind === 'status') return <Status row={row} version={version} />;
  if (isThought(row)) return <Thought row={row} version={version} />;
  if (kind === 'unknown') return <Unknown row={row} version={version} />;
  return <Message row={row} version={version} />;
}

/** A run heads its thread if no call does. */
function Status({ row, version }: ItemProps) {
  const thread = useThread(row.key);
  const plan = planOf(row.item);
  if (plan) return <Plan row={row} version={version} entries={plan} />;
  return thread ? <ThreadCard itemId={row.key} /> : <StatusLine item={row.item} />;
}

const speakers = { user: 'You', assistant: 'Agent', system: 'System', tool: 'Tool' };

function Message({ row }: ItemProps) {
  const { role, kind, status, thread_id } = row.item;
  const speaker = role === 'user' && thread_id != null ? 'Task' : role && speakers[role];
  const parts = contentOf(row);
  return (
    <article
      className={styles.message}
      data-role={role}
      data-kind={kind}
      data-status={status}
      aria-busy={status === 'in_progress'}
    >
      <h2 className="visually-hidden">{speaker ?? kind}</h2>
      {kind === 'tool_result' ? (
        <ToolResult row={row} version={row.version} />
      ) : (
        parts.map((part, index) => (
          <Part
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids and keep their order
            key={index}
            part={part}
            isPlain={role === 'user'}
            isStreaming={status === 'in_progress'}
            place={placeOf(row.item, parts, index)}
          />
        ))
      )}
      {status === 'failed' && kind === 'message' && <p className={styles.interrupted}>Interrupted</p>}
    </article>
  );
}

/** An item of an unknown kind, as JSON. */
function Unknown({ row }: ItemProps) {
  return (
    <article className={styles.unknown} data-kind="unknown">
      <h2>Unknown item</h2>
      {contentOf(row).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids and keep their order
        <JsonText key={index} label="Content" value={part.type === 'json' ? part.json : part} />
      ))}
    </article>
  );
}
