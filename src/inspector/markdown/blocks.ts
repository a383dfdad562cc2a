import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

/** A last block as long as this is not looked at with every delta, but whenever it has grown by a quarter. */
const LONG = 8_000;
const GROWTH = 1.25;

/** A text cut into its outermost blocks: paragraphs, lists, fences. */
export interface Blocks {
  text: string;
  /** Where each block begins; the first one at 0. */
  starts: readonly number[];
  /** As far as it was looked at. */
  end: number;
}

export const noBlocks: Blocks = { text: '', starts: [0], end: 0 };

/**
 * Cuts a text that grows. Whatever follows, only its last block can still change: so nothing before that is looked at
 * again, and who renders block by block renders only the last one anew.
 */
export function growBlocks(before: Blocks, text: string): Blocks {
  if (before.text === text) return before;
  const { starts, end } = text.startsWith(before.text) ? before : noBlocks;
  const from = starts.at(-1)!;
  const length = text.length - from;
  if (length > LONG && length < (end - from) * GROWTH) return { text, starts, end };
  const { children } = parser.parse(text.slice(from));
  const found = children.slice(1).map((node) => from + node.position!.start.offset!);
  return { text, starts: [...starts, ...found], end: text.length };
}

export function blocksOf({ text, starts }: Blocks): string[] {
  return starts.map((start, index) => text.slice(start, starts[index + 1]));
}

/** Whether a block may need another one to be read: a link's address or a footnote may stand anywhere. */
export function hasDefinitions(text: string): boolean {
  return /^ {0,3}\[[^\]\n]+\]:/m.test(text);
}
