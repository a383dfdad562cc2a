import type { UniversalItem } from '../../schema/index.js';
import { closingOf, longestRun } from './markdown.js';

/**
 * The output of a tool as a code block. A long output goes on in further items, and all of them make one block. It is
 * written piece by piece: if a piece has a longer run of backticks than its fence, the block ends and another begins.
 */
export class OutputBlock {
  #fence: string;
  /** The backticks at its end, which may go on in the next piece. */
  #trailing = '';

  constructor(fence: string) {
    this.#fence = fence;
  }

  /** Begins a block; null if the item is no output. */
  static begin(item: UniversalItem): { block: OutputBlock; text: string } | null {
    const output = outputOf(item);
    if (output === null) return null;
    const block = new OutputBlock(fenceFor(output));
    return { block, text: block.#open(output) };
  }

  /** The text of the next piece; null if it is none. */
  add(item: UniversalItem): string | null {
    const output = outputOf(item);
    if (output === null) return null;
    if (longestRun(this.#trailing + output) < this.#fence.length) return this.#keep(output);
    const closing = `\n${this.#fence}\n\n`;
    this.#fence = fenceFor(output);
    return closing + this.#open(output);
  }

  /** The end of the block, if the given item was its last piece. */
  end(item: UniversalItem): string {
    return `\n${this.#fence}${closingOf(item)}\n`;
  }

  #open(output: string): string {
    return `${this.#fence}\n${this.#keep(output)}`;
  }

  #keep(output: string): string {
    let end = output.length;
    while (output[end - 1] === '`') end--;
    this.#trailing = output.slice(end);
    return output;
  }
}

function outputOf({ kind, content: [first] }: UniversalItem): string | null {
  return kind === 'tool_result' && first?.type === 'tool_result' && first.output !== '' ? first.output : null;
}

function fenceFor(text: string): string {
  return '`'.repeat(Math.max(2, longestRun(text)) + 1);
}
