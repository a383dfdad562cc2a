import { memo, useLayoutEffect, useRef } from 'react';
import { CopyButton } from '../../ui/copy-button.js';
import { useFold } from '../folds.js';
import { count } from '../format.js';
import { coloured, plainText } from './ansi.js';
import { tailOf } from './tail.js';
import styles from './tools.module.css';

export interface TerminalProps {
  text: string;
  foldKey: string;
  isRunning: boolean;
}

/** As much of an output as is shown at first, and at most: the end of it is what matters. */
const FEW_LINES = 14;
const MOST_LINES = 5_000;

/** What a program printed, as it prints. */
export const Terminal = memo(function Terminal({ text, foldKey, isRunning }: TerminalProps) {
  const [isWhole, toggle] = useFold(foldKey, false);
  const box = useRef<HTMLElement>(null);
  const { shown, left } = tailOf(text, isWhole ? MOST_LINES : FEW_LINES);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each text that comes
  useLayoutEffect(() => {
    if (isRunning && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [shown, isRunning]);

  return (
    <div className={styles.terminal}>
      <div className={styles.copy}>
        <CopyButton what="output" text={() => plainText(text)} />
      </div>
      {(left > 0 || isWhole) && (
        <button type="button" className={styles.more} aria-expanded={isWhole} onClick={toggle}>
          {isWhole ? 'Show less' : `Show ${count(left)} more ${left === 1 ? 'line' : 'lines'} above`}
        </button>
      )}
      {isWhole && left > 0 && (
        <p className={styles.silent}>{count(left)} lines above are not shown; copying copies all</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={box} className={styles.output} tabIndex={0} aria-label="Output" data-whole={isWhole}>
        <pre>
          {coloured(shown).map(({ text, colour, isBold, isDim }, index) =>
            colour || isBold || isDim ? (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no names, and keep their places
                key={index}
                data-colour={colour}
                data-bold={isBold || undefined}
                data-dim={isDim || undefined}
              >
                {text}
              </span>
            ) : (
              text
            ),
          )}
          {isRunning && <span className={styles.cursor} aria-hidden="true" />}
        </pre>
      </section>
    </div>
  );
});
