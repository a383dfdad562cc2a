/** One line that tells what is being done, for somebody who waits at a terminal. Nothing of it is left behind. */
export class Progress {
  constructor(private readonly stream: NodeJS.WriteStream = process.stderr) {}

  show(text: string): void {
    if (!this.stream.isTTY) return;
    const width = this.stream.columns || 80;
    this.stream.write(`\r\x1b[2K${text.slice(0, width - 1)}`);
  }

  clear(): void {
    if (this.stream.isTTY) this.stream.write('\r\x1b[2K');
  }
}
