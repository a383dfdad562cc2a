import type { ReactElement } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { elements } from './elements.js';
import { safeUrl } from './safe-url.js';

/** Rows are remounted while scrolling, so parsed blocks are cached. */
const CACHE_SIZE = 500;
const cache = new Map<string, ReactElement>();
const remarkPlugins = [remarkGfm];

/** Parses markdown into elements. Blocks that may still grow are not cached. */
export function renderMarkdown(text: string, isOpen: boolean): ReactElement {
  const cached = cache.get(text);
  if (cached) return cached;
  const element = ReactMarkdown({
    children: text,
    remarkPlugins,
    components: elements,
    urlTransform: safeUrl,
  });
  if (isOpen) return element;
  if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value!);
  cache.set(text, element);
  return element;
}
