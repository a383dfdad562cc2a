import type { ReactNode } from 'react';
import type { Components } from 'react-markdown';
import { Icon } from '../ui/icon.js';
import { CodeBlock } from './code-block.js';
import styles from './markdown.module.css';

type Children = { children?: ReactNode };

function Link({ href, children }: Children & { href?: string | undefined }) {
  if (!href) return <span className={styles.dead}>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** Images are shown as links and never fetched: the URL could point to any host. */
function ImageLink({ src, alt }: { src?: unknown; alt?: string | undefined }) {
  return (
    <span className={styles.picture}>
      <Icon name="image" />
      <Link href={typeof src === 'string' ? src : undefined}>{alt || 'Image'}</Link>
    </span>
  );
}

/** Shifted down, below the page's own headings. */
const heading = (level: number) => {
  const Tag = `h${Math.min(6, level + 2)}` as 'h3';
  return ({ children }: Children) => <Tag data-level={level}>{children}</Tag>;
};

interface HastNode {
  type?: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: HastNode[];
}

const textOf = ({ value, children = [] }: HastNode): string => value ?? children.map(textOf).join('');

function Fence({ node }: { node?: HastNode | undefined }) {
  const code = node?.children?.[0];
  const classes = code?.properties?.className;
  const name = Array.isArray(classes) ? classes.map(String).find((each) => each.startsWith('language-')) : '';
  return (
    <CodeBlock
      code={textOf(code ?? {}).replace(/\n$/, '')}
      language={name?.slice('language-'.length) || null}
    />
  );
}

/** React components for markdown elements. */
export const elements: Components = {
  a: ({ href, children }) => <Link href={href}>{children}</Link>,
  img: ({ src, alt }) => <ImageLink src={src} alt={alt} />,
  pre: ({ node }) => <Fence node={node as HastNode | undefined} />,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable
    <section className={styles.table} aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </section>
  ),
  // Only task lists have inputs, and they are read-only.
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? 'Done' : 'To do'} className={styles.tick} data-checked={checked} />
  ),
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6),
};
