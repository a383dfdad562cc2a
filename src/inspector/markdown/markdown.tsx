import { lazy, memo, Suspense } from 'react';
import { Fallback } from '../ui/fallback.js';
import styles from './markdown.module.css';

/** A page without a message has no use for a parser. */
const Parsed = lazy(() => import('./parsed.js'));

export interface MarkdownProps {
  text: string;
  /** Whether more of it may come. */
  isStreaming?: boolean;
}

/** Markdown that may still grow. It is hostile input: no HTML of it, no script, no address but those of the web. */
export const Markdown = memo(function Markdown({ text, isStreaming = false }: MarkdownProps) {
  const plain = <p className={styles.plain}>{text}</p>;
  return (
    <div className={styles.markdown}>
      {isTooDeep(text) ? (
        plain
      ) : (
        <Fallback shown={plain}>
          <Suspense fallback={plain}>
            <Parsed text={text} isStreaming={isStreaming} />
          </Suspense>
        </Fallback>
      )}
    </div>
  );
});

/** Quotes in quotes in quotes: what takes a parser seconds, and is nothing that anybody would read. */
function isTooDeep(text: string): boolean {
  return /^(?:[>*+] ?|- |[ \t]){100}/m.test(text);
}
