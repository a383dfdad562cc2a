import Anser from 'anser';

/** A run of terminal text in one style. */
export interface Piece {
  text: string;
  /** `red`, `bright-blue` …; colours beyond the 16 are dropped, as they might be illegible on our background. */
  colour: string | undefined;
  isBold: boolean;
  isDim: boolean;
}

export function coloured(text: string): Piece[] {
  const pieces = Anser.ansiToJson(applyCarriageReturns(text), { use_classes: true, remove_empty: true });
  return pieces.map(({ content, fg, decorations }) => ({
    text: content,
    colour: /^ansi-((?:bright-)?(?:black|red|green|yellow|blue|magenta|cyan|white))$/.exec(fg ?? '')?.[1],
    isBold: decorations.includes('bold'),
    isDim: decorations.includes('dim'),
  }));
}

export function plainText(text: string): string {
  return Anser.ansiToText(applyCarriageReturns(text));
}

/** Applies carriage returns: of a progress bar only its last state remains. */
function applyCarriageReturns(text: string): string {
  if (!text.includes('\r')) return text;
  return text.replaceAll('\r\n', '\n').split('\n').map(lastState).join('\n');
}

/** The part of a line after the last carriage return that something follows. */
function lastState(line: string): string {
  return line.length < 2 ? line : line.slice(line.lastIndexOf('\r', line.length - 2) + 1);
}
