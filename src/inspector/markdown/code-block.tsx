import { lazy, memo, Suspense } from 'react';
import { CopyButton } from '../ui/copy-button.js';
import styles from './markdown.module.css';

/** Two dozen grammars, loaded when the first code block is shown. */
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable */}
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
