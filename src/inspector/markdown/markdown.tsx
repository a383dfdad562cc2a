import { lazy, memo, Suspense } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.js';
import styles from './markdown.module.css';

/** The parser is loaded with the first message. */
const MarkdownBlocks = lazy(() => import('./markdown-blocks.js'));

export interface MarkdownProps {
  text: string;
  /** Whether the text may still grow. */
  isStreaming?: boolean;
}

/** Renders untrusted markdown: no HTML, no scripts, only web links. */
export const Markdown = memo(function Markdown({ text, isStreaming = false }: MarkdownProps) {
  const plain = <p className={styles.plain}>{text}</p>;
  return (
    <div className={styles.markdown}>
      {isTooDeep(text) ? (
        plain
      ) : (
        <ErrorBoundary fallback={plain}>
          <Suspense fallback={plain}>
            <MarkdownBlocks text={text} isStreaming={isStreaming} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
});

/** Deeply nested quotes and lists take the parser seconds. */
function isTooDeep(text: string): boolean {
  return /^(?:[>*+] ?|- |[ \t]){100}/m.test(text);
}
