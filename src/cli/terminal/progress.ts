import type { WriteStream } from 'node:tty';
import { paint } from './paint.js';

const WIDTH = 24;
const LIT_WIDTH = 8;

/**
 * A progress line with the elapsed time and the size so far, if that can be measured. The final size is unknown, so the
 * bar moves instead of filling up.
 */
export class Progress {
  readonly #stream: Pick<WriteStream, 'write'>;
  readonly #label: string;
  readonly #measure: (() => Promise<number>) | null;
  readonly #since = Date.now();
  #bytes: number | null;
  #tick = 0;
  #isMeasuring = false;
  #timer: NodeJS.Timeout;

  constructor(stream: Pick<WriteStream, 'write'>, label: string, measure: (() => Promise<number>) | null) {
    this.#stream = stream;
    this.#label = label;
    this.#measure = measure;
    this.#bytes = measure && 0;
    this.#timer = setInterval(() => this.#draw(), 100);
  }

  /** Clears the line. */
  stop(): void {
    clearInterval(this.#timer);
    this.#stream.write('\r\u001b[K');
  }

  #draw(): void {
    this.#tick++;
    if (this.#tick % 5 === 0) void this.#updateSize();
    this.#stream.write(
      `\r\u001b[K${progressLine(this.#label, this.#tick, Date.now() - this.#since, this.#bytes)}`,
    );
  }

  async #updateSize(): Promise<void> {
    if (!this.#measure || this.#isMeasuring) return;
    this.#isMeasuring = true;
    this.#bytes = await this.#measure();
    this.#isMeasuring = false;
  }
}

export function progressLine(label: string, tick: number, elapsedMs: number, bytes: number | null): string {
  const cells = Array.from({ length: WIDTH }, (_, cell) => (cell - tick + WIDTH * tick) % WIDTH < LIT_WIDTH);
  const bar = cells.map((lit) => (lit ? '━' : '─')).join('');
  const painted = paint('green', bar, process.stderr);
  const size = bytes === null ? '' : `  ${Math.round(bytes / 1e6)} MB`;
  return `${label}  ${painted}  ${Math.floor(elapsedMs / 1000)} s${size}`;
}
