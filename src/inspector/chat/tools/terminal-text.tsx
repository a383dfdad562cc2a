import type { CSSProperties } from 'react';
import { coloured, type Piece } from './ansi.js';
import styles from './terminal-text.module.css';

/** The output of a program in the colours that it sent. */
export function TerminalText({ text }: { text: string }) {
  return coloured(text).map((piece, index) =>
    isPlain(piece) ? (
      piece.text
    ) : (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no ids and keep their order
        key={index}
        className={styles.piece}
        data-colour={piece.colour?.startsWith('rgb') ? 'sent' : piece.colour}
        data-background={piece.background?.startsWith('rgb') ? 'sent' : piece.background}
        data-styles={piece.styles.join(' ') || undefined}
        style={sent(piece)}
      >
        {piece.text}
      </span>
    ),
  );
}

const isPlain = ({ colour, background, styles }: Piece) =>
  colour === null && background === null && styles.length === 0;

/** Colours that have no name; the style sheet keeps them readable. */
function sent({ colour, background }: Piece): CSSProperties | undefined {
  const values = {
    ...(colour?.startsWith('rgb') ? { '--sent': colour } : {}),
    ...(background?.startsWith('rgb') ? { '--sent-background': background } : {}),
  };
  return values as CSSProperties;
}
