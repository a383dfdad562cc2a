/** Something to await that is more than a promise. */
export abstract class Awaitable<T> implements Promise<T> {
  // biome-ignore lint/suspicious/noThenProperty: it is there to be awaited
  abstract then<A = T, B = never>(
    onResolved?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B>;

  catch<B = never>(onRejected?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(null, onRejected);
  }

  finally(onSettled?: (() => void) | null): Promise<T> {
    return this.then((value) => value).finally(onSettled);
  }

  get [Symbol.toStringTag](): string {
    return this.constructor.name;
  }
}
