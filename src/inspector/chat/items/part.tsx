import type { ContentPart } from '../../../client/index.js';
import { Markdown } from '../../markdown/markdown.js';
import { Icon } from '../../ui/icon.js';
import { JsonText } from '../../ui/json-text.js';
import { FileRef } from '../tools/file-ref.js';
import styles from './items.module.css';

export interface PartProps {
  part: ContentPart;
  /** Words are shown as they are, without markdown. */
  isPlain?: boolean;
  isStreaming?: boolean;
}

/** A part of a message. */
export function Part({ part, isPlain = false, isStreaming = false }: PartProps) {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      if (part.text === '') return null;
      return isPlain ? (
        <p className={styles.words}>{part.text}</p>
      ) : (
        <Markdown text={part.text} isStreaming={isStreaming} />
      );
    case 'image':
      return <Image path={part.path} mime={part.mime ?? null} />;
    case 'file_ref':
      return isPlain ? <Chip icon="file" text={part.path} /> : <FileRef part={part} />;
    case 'status':
      return <p className={styles.words}>{[part.label, part.detail].filter(Boolean).join(': ')}</p>;
    case 'json':
      return <JsonText label="Data" value={part.json} />;
    case 'tool_call':
      return <JsonText label={`Arguments of ${part.name}`} value={part.arguments} />;
    case 'tool_result':
      return <JsonText label="Output" value={part.output} />;
  }
}

/** Only a picture that is in the stream can be shown: the daemon serves no files. */
export function Image({ path, mime }: { path: string; mime: string | null }) {
  if (/^data:image\/(png|jpeg|gif|webp|avif);base64,/i.test(path)) {
    return (
      <img
        className={styles.image}
        src={path}
        alt={mime ? `Shown by the agent (${mime})` : 'Shown by the agent'}
      />
    );
  }
  return <Chip icon="image" text={path} more={mime} />;
}

export interface ChipProps {
  icon: 'file' | 'image';
  text: string;
  more?: string | null;
}

export function Chip({ icon, text, more }: ChipProps) {
  return (
    <span className={styles.chip} title={text}>
      <Icon name={icon} />
      <code>{text}</code>
      {more && <small>{more}</small>}
    </span>
  );
}
