import type { ReactElement } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { elements } from './elements.js';
import { safeUrl } from './safe-url.js';

/** Rows come and go as one scrolls: what was parsed is kept for when they come back. */
const MOST_KEPT = 500;
const kept = new Map<string, ReactElement>();
const remarkPlugins = [remarkGfm];

/** Markdown as elements. What still grows is not worth keeping. */
export function rendered(text: string, isOpen: boolean): ReactElement {
  const known = kept.get(text);
  if (known) return known;
  const made = ReactMarkdown({ children: text, remarkPlugins, components: elements, urlTransform: safeUrl });
  if (isOpen) return made;
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value!);
  kept.set(text, made);
  return made;
}
