import { lazy, memo, Suspense } from 'react';
import { CopyButton } from '../ui/copy-button.js';
import styles from './markdown.module.css';

/** The grammars of two dozen languages are fetched when there is the first code to show. */
const Highlighted = lazy(() => import('./highlighted.js'));

export interface CodeBlockProps {
  code: string;
  language: string | null;
}

export const CodeBlock = memo(function CodeBlock({ code, language }: CodeBlockProps) {
  return (
    <figure className={styles.code}>
      <figcaption>
        <span>{language ?? 'text'}</span>
        <CopyButton what="code" text={() => code} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>
          {language === null ? (
            code
          ) : (
            <Suspense fallback={code}>
              <Highlighted code={code} language={language} />
            </Suspense>
          )}
        </code>
      </pre>
    </figure>
  );
});
