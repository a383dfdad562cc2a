import { memo, useRef } from 'react';
import { blocksOf, growBlocks, hasDefinitions, noBlocks } from '../../text/blocks.js';
import styles from './markdown.module.css';
import { renderMarkdown } from './render-markdown.js';

/** Longer blocks are shown as plain text, since parsing them would block the page. */
const MAX_STREAMING_LENGTH = 8_000;
const MAX_LENGTH = 100_000;

/** Renders markdown block by block. */
export default function MarkdownBlocks({ text, isStreaming }: { text: string; isStreaming: boolean }) {
  // Keeps the split between renders; a text that never streamed is not split at all.
  const blocksRef = useRef(noBlocks);
  const wasSplit = blocksRef.current !== noBlocks;
  if (isStreaming || wasSplit) blocksRef.current = growBlocks(blocksRef.current, text);
  const isWhole = !isStreaming && (!wasSplit || hasDefinitions(text));
  const blocks = isWhole ? [text] : blocksOf(blocksRef.current);
  return blocks.map((block, index) => (
    <Block
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no ids and keep their order
      key={index}
      text={block}
      isOpen={isStreaming && index === blocks.length - 1}
    />
  ));
}

/** `isOpen`: the block may still grow. */
const Block = memo(function Block({ text, isOpen }: { text: string; isOpen: boolean }) {
  if (text.length > (isOpen ? MAX_STREAMING_LENGTH : MAX_LENGTH))
    return <p className={styles.plain}>{text}</p>;
  return renderMarkdown(text, isOpen);
});
