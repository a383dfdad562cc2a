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
  #text = '';
  #blocks = noBlocks;
  #printed = 0;
  #hasPrinted = false;

  constructor(look: Look) {
    this.#look = look;
  }

  /** The lines of the blocks that are complete since the last call. */
  grow(text: string): string[] {
    this.#text = text;
    // Half a line may look like the beginning of another block: `#` becomes `#hashtag`.
    this.#blocks = growBlocks(this.#blocks, text.slice(0, text.lastIndexOf('\n') + 1));
    const complete = blocksOf(this.#blocks).slice(this.#printed, -1);
    this.#printed += complete.length;
    return complete.flatMap((block) => this.#separated(block));
  }

  /** The lines of the block that still grows. */
  open(): string[] {
    const block = this.#rest;
    const lines =
      block.length > LONG_BLOCK
        ? plain(block.slice(-LONG_BLOCK)).split('\n')
        : renderMarkdown(block, this.#look);
    return this.#hasPrinted && lines.length > 0 ? ['', ...lines] : lines;
  }

  /** All lines that have not been handed out. */
  end(text: string): string[] {
    const lines = this.grow(text);
    return [...lines, ...this.#separated(this.#rest)];
  }

  get #rest(): string {
    return this.#text.slice(this.#blocks.starts[this.#printed] ?? this.#text.length);
  }

  #separated(block: string): string[] {
    const lines = renderMarkdown(block, this.#look);
    if (lines.length === 0) return [];
    const isFirst = !this.#hasPrinted;
    this.#hasPrinted = true;
    return isFirst ? lines : ['', ...lines];
  }
}
