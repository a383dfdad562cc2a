import type { Excerpt } from '../../schema/index.js';

/** The characters around a match. */
const AROUND = 60;

/** A text to look for, whatever its case. */
export class WantedText {
  readonly #lower: string;
  /** A part that is written in JSON as it is, also in JSON within JSON, to find the few events that are worth parsing. */
  readonly #plain: string;

  constructor(text: string) {
    this.#lower = text.toLowerCase();
    const parts = this.#lower.split(/["\\\p{Cc}]/u);
    this.#plain = parts.reduce((longest, part) => (part.length > longest.length ? part : longest));
  }

  /** Whether it may be in an event. */
  mayBeIn(json: string): boolean {
    return json.toLowerCase().includes(this.#plain);
  }

  isIn(text: string): boolean {
    return text.toLowerCase().includes(this.#lower);
  }

  count(text: string): number {
    return text.toLowerCase().split(this.#lower).length - 1;
  }

  /** Its first occurrence with what surrounds it, on one line; null if there is none. */
  excerpt(text: string): Excerpt | null {
    // In some languages, the lower case of a text has another length.
    const lower = text.toLowerCase();
    const at = lower.indexOf(this.#lower);
    if (at < 0) return null;
    const end = at + this.#lower.length;
    const shown = lower.length === text.length ? text : lower;
    return {
      before: flat(shown.slice(Math.max(0, at - AROUND), at)),
      match: flat(shown.slice(at, end)),
      after: flat(shown.slice(end, end + AROUND)),
    };
  }
}

function flat(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '').replace(/\s+/g, ' ');
}
