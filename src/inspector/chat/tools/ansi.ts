import Anser from 'anser';

/** A piece of a terminal's text in one look. */
export interface Piece {
  text: string;
  /** `red`, `bright-blue` …; colours beyond the sixteen are left out, as nobody knows whether they can be read here. */
  colour: string | undefined;
  isBold: boolean;
  isDim: boolean;
}

export function coloured(text: string): Piece[] {
  const pieces = Anser.ansiToJson(overwritten(text), { use_classes: true, remove_empty: true });
  return pieces.map(({ content, fg, decorations }) => ({
    text: content,
    colour: /^ansi-((?:bright-)?(?:black|red|green|yellow|blue|magenta|cyan|white))$/.exec(fg ?? '')?.[1],
    isBold: decorations.includes('bold'),
    isDim: decorations.includes('dim'),
  }));
}

export function plainText(text: string): string {
  return Anser.ansiToText(overwritten(text));
}

/** A carriage return begins the line anew: of a progress bar only its last state is left. */
function overwritten(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', '\n').replace(/[^\n]*\r(?=[^\n])/g, '') : text;
}
