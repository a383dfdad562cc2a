/** The size of a text that grows. */
export interface TextSize {
  /** In UTF-8. */
  readonly bytes: number;
  /** The last UTF-16 unit, which may be half of a code point. */
  readonly last: number;
}

export const noText: TextSize = { bytes: 0, last: 0 };

const MAX_BYTES_PER_UNIT = 4;

/** Searching is much faster than a loop over the units, and most text has one byte for each. */
const NOT_ASCII = /[\u0080-\uffff]/;

export function sizeWith({ bytes, last }: TextSize, text: string): TextSize {
  if (text !== '' && !NOT_ASCII.test(text))
    return { bytes: bytes + text.length, last: text.charCodeAt(text.length - 1) };
  let size = bytes;
  let before = last;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    size += bytesOf(unit, before);
    before = unit;
  }
  return { bytes: size, last: before };
}

/** Whether a text of some units surely fits: most do, and need not be looked at. */
export function surelyFits({ bytes }: TextSize, units: number, limit: number): boolean {
  return bytes + MAX_BYTES_PER_UNIT * units <= limit;
}

/** How far a text can be added, from a position on, cut between code points. Something always fits into nothing. */
export function endWithin(text: string, from: number, { bytes, last }: TextSize, limit: number): number {
  const most = Math.max(limit - bytes, bytes === 0 ? 1 : 0);
  // Where nothing fits, the second half of a code point still does.
  if (most > 0 && !NOT_ASCII.test(text.slice(from, from + most))) return Math.min(from + most, text.length);
  let size = bytes;
  let before = last;
  for (let i = from; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    size += bytesOf(unit, before);
    if (size > limit && !(bytes === 0 && i === from)) return i;
    before = unit;
  }
  return text.length;
}

/** The first half of a code point counts for both, so that no limit is between them. */
function bytesOf(unit: number, before: number): number {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (isHigh(unit)) return 4;
  return isLow(unit) && isHigh(before) ? 0 : 3;
}

const isHigh = (unit: number) => (unit & 0xfc00) === 0xd800;
const isLow = (unit: number) => (unit & 0xfc00) === 0xdc00;
