import { blocksOf, growBlocks, noBlocks } from '../../../text/blocks.js';
import type { Look } from '../look.js';
import { plain } from '../untrusted.js';
import { renderMarkdown } from './render.js';

/** A block that is longer is shown as it is written until it is complete, since it would be laid out again and again. */
const LONG_BLOCK = 6_000;

/**
 * A message that grows. Each block is handed out once, as soon as another one follows it; so what is printed does not
 * depend on how the text arrives.
 */
export class MarkdownStream {
  readonly #look: Look;
  #blocks = noBlocks;
  #printed = 0;
  #hasPrinted = false;

  constructor(look: Look) {
    this.#look = look;
  }

  /** The lines of the blocks that are complete since the last call. */
  grow(text: string): string[] {
    this.#blocks = growBlocks(this.#blocks, text);
    const complete = blocksOf(this.#blocks).slice(0, -1);
    const lines = complete.slice(this.#printed).flatMap((block) => this.#separated(block));
    this.#printed = Math.max(this.#printed, complete.length);
    return lines;
  }

  /** The lines of the block that still grows. */
  open(): string[] {
    const block = blocksOf(this.#blocks)[this.#printed] ?? '';
    const lines =
      block.length > LONG_BLOCK
        ? plain(block.slice(-LONG_BLOCK)).split('\n')
        : renderMarkdown(block, this.#look);
    return this.#hasPrinted && lines.length > 0 ? ['', ...lines] : lines;
  }

  /** All lines that have not been handed out. */
  end(text: string): string[] {
    const lines = this.grow(text);
    const rest = blocksOf(this.#blocks).slice(this.#printed).join('');
    this.#printed = Number.POSITIVE_INFINITY;
    return [...lines, ...this.#separated(rest)];
  }

  #separated(block: string): string[] {
    const lines = renderMarkdown(block, this.#look);
    if (lines.length === 0) return [];
    const isFirst = !this.#hasPrinted;
    this.#hasPrinted = true;
    return isFirst ? lines : ['', ...lines];
  }
}
