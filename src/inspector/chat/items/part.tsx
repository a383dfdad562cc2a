import type { ContentPart } from '../../../client/index.js';
import { statusName } from '../../../schema/index.js';
import { Markdown } from '../../markdown/markdown.js';
import { JsonText } from '../../ui/json-text.js';
import { FileRef } from '../tools/file-ref.js';
import { Chip } from './chip.js';
import { Image } from './image.js';
import styles from './items.module.css';
import type { ImagePlace } from './use-image.js';

export interface PartProps {
  part: ContentPart;
  /** Shows text without markdown. */
  isPlain?: boolean;
  isStreaming?: boolean;
  /** The address of an image on the daemon. */
  place?: ImagePlace | null;
}

export function Part({ part, isPlain = false, isStreaming = false, place = null }: PartProps) {
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
      return <Image part={part} place={place} />;
    case 'file_ref':
      return isPlain ? <Chip icon="file" text={part.path} /> : <FileRef part={part} />;
    case 'status':
      return (
        <p className={styles.words}>{[statusName(part.label), part.detail].filter(Boolean).join(': ')}</p>
      );
    case 'json':
      return <JsonText label="Data" value={part.json} />;
    case 'tool_call':
      return <JsonText label={`Arguments of ${part.name}`} value={part.arguments} />;
    case 'tool_result':
      return <JsonText label="Output" value={part.output} />;
  }
}
