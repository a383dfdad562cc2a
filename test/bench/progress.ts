/** A status line for terminals that is erased afterwards. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream;
  }

  show(text: string): void {
    if (!this.#stream.isTTY) return;
    const width = this.#stream.columns || 80;
    this.#stream.write(`\r\x1b[2K${text.slice(0, width - 1)}`);
  }

  clear(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\x1b[2K');
  }
}
