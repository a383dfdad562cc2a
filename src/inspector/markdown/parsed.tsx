import { memo, useRef } from 'react';
import { blocksOf, growBlocks, hasDefinitions, noBlocks } from './blocks.js';
import styles from './markdown.module.css';
import { rendered } from './rendered.js';

/** A longer block is no prose: it is shown as it is, since parsing it would stop the page. */
const MOST_STREAMED = 8_000;
const MOST = 100_000;

/** Markdown, block by block. */
export default function Parsed({ text, isStreaming }: { text: string; isStreaming: boolean }) {
  // What was cut once is not cut again; what never streamed need not be cut.
  const known = useRef(noBlocks);
  const wasCut = known.current !== noBlocks;
  if (isStreaming || wasCut) known.current = growBlocks(known.current, text);
  const isWhole = !isStreaming && (!wasCut || hasDefinitions(text));
  const blocks = isWhole ? [text] : blocksOf(known.current);
  return blocks.map((block, index) => (
    <Block
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no names, and keep their places
      key={index}
      text={block}
      isOpen={isStreaming && index === blocks.length - 1}
    />
  ));
}

/** `isOpen`: it may still grow. */
const Block = memo(function Block({ text, isOpen }: { text: string; isOpen: boolean }) {
  if (text.length > (isOpen ? MOST_STREAMED : MOST)) return <p className={styles.plain}>{text}</p>;
  return rendered(text, isOpen);
});
