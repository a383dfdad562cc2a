import Anser from 'anser';

/** A run of terminal text in one style. */
export interface Piece {
  text: string;
  /** One of the 16 colours of a terminal, `red`, `bright-blue` …, or `rgb(…)`. */
  colour: string | null;
  background: string | null;
  /** `bold`, `dim`, `italic`, `underline`, `strikethrough`, `reverse`. */
  styles: readonly string[];
}

export function coloured(text: string): Piece[] {
  const pieces = Anser.ansiToJson(applyCarriageReturns(text), { use_classes: true, remove_empty: true });
  return pieces.map(({ content, fg, fg_truecolor, bg, bg_truecolor, decorations }) => ({
    text: content,
    colour: colourOf(fg, fg_truecolor),
    background: colourOf(bg, bg_truecolor),
    styles: decorations.filter((each) => each !== 'blink' && each !== 'hidden'),
  }));
}

export function plainText(text: string): string {
  return Anser.ansiToText(applyCarriageReturns(text));
}

const NAMED = /^ansi-((?:bright-)?(?:black|red|green|yellow|blue|magenta|cyan|white))$/;

/** The classes and the values that the parser has for a colour. */
function colourOf(name: string | null, trueColour: string | null): string | null {
  if (name === null) return null;
  const named = NAMED.exec(name)?.[1];
  if (named !== undefined) return named;
  if (name === 'ansi-truecolor') return trueColour ? `rgb(${trueColour})` : null;
  const index = /^ansi-palette-(\d{1,3})$/.exec(name)?.[1];
  return index === undefined ? null : paletteColour(Number(index));
}

const CUBE = [0, 95, 135, 175, 215, 255];

/** The colours of a terminal beyond the first 16: a cube of 6 × 6 × 6, then 24 shades of grey. */
function paletteColour(index: number): string | null {
  if (index < 16 || index > 255) return null;
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return `rgb(${grey}, ${grey}, ${grey})`;
  }
  const at = index - 16;
  const [red, green, blue] = [Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map((step) => CUBE[step]);
  return `rgb(${red}, ${green}, ${blue})`;
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
