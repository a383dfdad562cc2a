import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

/** A text as a syntax tree. */
export const parseMarkdown = (text: string): Root => parser.parse(text);

/** A last block longer than this is not parsed on every delta, but each time it has grown by a quarter. */
const LONG_BLOCK = 8_000;
const GROWTH = 1.25;

/** A text split into top-level blocks: paragraphs, lists, fences. */
export interface Blocks {
  text: string;
  /** The offset of each block; the first is 0. */
  starts: readonly number[];
  /** The end of the parsed part. */
  end: number;
}

export const noBlocks: Blocks = { text: '', starts: [0], end: 0 };

/**
 * Splits a growing text. Appended text can only change the last block, so earlier blocks are neither parsed nor rendered
 * again.
 */
export function growBlocks(before: Blocks, text: string): Blocks {
  if (before.text === text) return before;
  const { starts, end } = text.startsWith(before.text) ? before : noBlocks;
  const from = starts.at(-1)!;
  const length = text.length - from;
  if (length > LONG_BLOCK && length < (end - from) * GROWTH) return { text, starts, end };
  const { children } = parser.parse(text.slice(from));
  const found = children.slice(1).map((node) => from + node.position!.start.offset!);
  return { text, starts: [...starts, ...found], end: text.length };
}

export function blocksOf({ text, starts }: Blocks): string[] {
  return starts.map((start, index) => text.slice(start, starts[index + 1]));
}

/** Whether blocks may refer to each other: link definitions and footnotes may be anywhere in the text. */
export function hasDefinitions(text: string): boolean {
  return /^ {0,3}\[[^\]\n]+\]:/m.test(text);
}
