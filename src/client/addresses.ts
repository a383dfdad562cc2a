/** The addresses of one daemon, or of several that serve the same sessions. One of them is in use. */
export class Addresses {
  readonly #urls: readonly string[];
  #at = 0;
  #failures = 0;

  constructor(urls: readonly string[]) {
    if (urls.length === 0) throw new TypeError('no address of a daemon: pass `url` or `urls`');
    this.#urls = urls.map(withoutTrailingSlashes);
  }

  /** The address in use, such as `http://127.0.0.1:2468`. */
  get http(): string {
    return this.#urls[this.#at]!;
  }

  get webSocket(): string {
    return `${this.http.replace(/^http/, 'ws')}/v1/ws`;
  }

  /** The address in use works. */
  succeeded(): void {
    this.#failures = 0;
  }

  /** Moves on to the next address. False if all of them have failed in a row: then it is time to pause. */
  failed(): boolean {
    this.#at = (this.#at + 1) % this.#urls.length;
    this.#failures = (this.#failures + 1) % this.#urls.length;
    return this.#failures > 0;
  }
}

function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end--;
  return url.slice(0, end);
}
