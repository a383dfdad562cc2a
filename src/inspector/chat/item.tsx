import { type ContentPart, contentOf, type ItemRow } from '../../client/index.js';
import styles from './chat.module.css';

export interface ItemProps {
  row: ItemRow;
  /** Rows are changed in place: this says that one was. */
  version: number;
}

export function Item({ row }: ItemProps) {
  const { role, kind, status } = row.item;
  return (
    <article className={styles.item} data-role={role} data-kind={kind} data-status={status}>
      <span className="visually-hidden">{role === 'user' ? 'You' : (role ?? kind)}:</span>
      {contentOf(row).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no names, and keep their places
        <Part key={index} part={part} />
      ))}
    </article>
  );
}

function Part({ part }: { part: ContentPart }) {
  switch (part.type) {
    case 'text':
      return <div className={styles.text}>{part.text}</div>;
    case 'reasoning':
      return <div className={styles.thought}>{part.text}</div>;
    case 'tool_call':
      return (
        <pre className={styles.code}>
          {part.name} {part.arguments}
        </pre>
      );
    case 'tool_result':
      return <pre className={styles.code}>{part.output}</pre>;
    case 'file_ref':
      return (
        <pre className={styles.code}>
          {part.action} {part.path}
          {part.diff && `\n${part.diff}`}
        </pre>
      );
    case 'image':
      return <div className={styles.thought}>Image: {part.path}</div>;
    case 'status':
      return (
        <div className={styles.thought}>
          {part.label} {part.detail}
        </div>
      );
    case 'json':
      return <pre className={styles.code}>{JSON.stringify(part.json, null, 2)}</pre>;
  }
}
