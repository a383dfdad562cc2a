/** Small, since every session keeps one and most lines are short. */
const SMALLEST = 4 * 1024;
/** A buffer that grew beyond this for one long line is not kept for the next. */
const LARGEST_KEPT = 64 * 1024;
/** A long line is kept in blocks of this size, so that none of it is copied again however long it gets. */
const BLOCK = 1024 * 1024;

/** The bytes of an incomplete line. */
export class LineBuffer {
  #full: Buffer[] = [];
  #last: Buffer = Buffer.alloc(0);
  #used = 0;

  get size(): number {
    return this.#full.length * BLOCK + this.#used;
  }

  add(chunk: Buffer, from: number, to: number): void {
    for (let at = from; at < to; ) {
      if (this.#used === this.#last.length) this.#grow(to - at);
      const copied = chunk.copy(this.#last, this.#used, at, to);
      this.#used += copied;
      at += copied;
    }
  }

  /** The line in one or more parts, which are valid until the next line. The buffer is empty then. */
  take(): Buffer[] {
    const parts = [...this.#full, this.#last.subarray(0, this.#used)];
    if (this.#last.length > LARGEST_KEPT) this.#last = Buffer.alloc(0);
    this.#full = [];
    this.#used = 0;
    return parts;
  }

  /** Doubles the buffer, up to a block; then another block is added. */
  #grow(missing: number): void {
    if (this.#last.length === BLOCK) {
      this.#full.push(this.#last);
      this.#last = sharedBlock();
      this.#used = 0;
      return;
    }
    const size = Math.min(Math.max(this.#used + missing, 2 * this.#last.length, SMALLEST), BLOCK);
    const grown = size === BLOCK ? sharedBlock() : Buffer.allocUnsafeSlow(size);
    this.#last.copy(grown, 0, 0, this.#used);
    this.#last = grown;
  }
}

/** Another thread can read it without a copy. */
function sharedBlock(): Buffer {
  return Buffer.from(new SharedArrayBuffer(BLOCK));
}
