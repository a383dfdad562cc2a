/** What the holder of a token has open, such as a stream of events. */
export class OpenUses {
  readonly #closers = new Map<string, Set<() => void>>();

  /** The result ends the use: `close` is not called any more. */
  add(tokenId: string, close: () => void): () => void {
    const closers = this.#closers.get(tokenId) ?? new Set();
    this.#closers.set(tokenId, closers.add(close));
    return () => {
      closers.delete(close);
      if (closers.size === 0) this.#closers.delete(tokenId);
    };
  }

  closeAll(tokenId: string): void {
    for (const close of [...(this.#closers.get(tokenId) ?? [])]) close();
  }
}
