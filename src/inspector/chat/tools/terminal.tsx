import { memo, useLayoutEffect, useRef } from 'react';
import { count } from '../../../text/amounts.js';
import { tailOf } from '../../../text/tail.js';
import { CopyButton } from '../../ui/copy-button.js';
import { useFold } from '../folds.js';
import { plainText } from './ansi.js';
import { TerminalText } from './terminal-text.js';
import styles from './tools.module.css';

export interface TerminalProps {
  text: string;
  foldKey: string;
  isRunning: boolean;
}

/** Lines shown initially, and at most; the end of the output matters most. */
const PREVIEW_LINES = 14;
const MAX_LINES = 5_000;

/** A program's output, live. */
export const Terminal = memo(function Terminal({ text, foldKey, isRunning }: TerminalProps) {
  const [isWhole, toggle] = useFold(foldKey, false);
  const box = useRef<HTMLElement>(null);
  const { shown, hidden } = tailOf(text, isWhole ? MAX_LINES : PREVIEW_LINES);

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever the text changes
  useLayoutEffect(() => {
    if (isRunning && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [shown, isRunning]);

  return (
    <div className={styles.terminal}>
      <div className={styles.copy}>
        <CopyButton what="output" text={() => plainText(text)} />
      </div>
      {(hidden > 0 || isWhole) && (
        <button type="button" className={styles.more} aria-expanded={isWhole} onClick={toggle}>
          {isWhole ? 'Show less' : `Show ${count(hidden)} more ${hidden === 1 ? 'line' : 'lines'}`}
        </button>
      )}
      {isWhole && hidden > 0 && (
        <p className={styles.silent}>
          {count(hidden)} earlier lines are not shown; copy to get the full output
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable */}
      <section ref={box} className={styles.output} tabIndex={0} aria-label="Output" data-whole={isWhole}>
        <pre>
          <TerminalText text={shown} />
          {isRunning && <span className={styles.cursor} aria-hidden="true" />}
        </pre>
      </section>
    </div>
  );
});
