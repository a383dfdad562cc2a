import type { ElementContent, RootContent } from 'hast';
import { highlight } from '../../text/highlighting.js';
import type { Format, Look } from './look.js';
import { plain } from './untrusted.js';

/** By the classes of highlight.js. Everything else is plain: a terminal has few colours that are readable on all grounds. */
const formats: Readonly<Record<string, Format>> = {
  'hljs-keyword': 'magenta',
  'hljs-literal': 'magenta',
  'hljs-string': 'green',
  'hljs-regexp': 'green',
  'hljs-addition': 'green',
  'hljs-deletion': 'red',
  'hljs-number': 'yellow',
  'hljs-comment': 'gray',
  'hljs-quote': 'gray',
  'hljs-meta': 'gray',
  'hljs-title': 'blue',
  'hljs-name': 'blue',
  'hljs-section': 'blue',
  'hljs-built_in': 'cyan',
  'hljs-type': 'cyan',
  'hljs-attr': 'cyan',
  'hljs-attribute': 'cyan',
};

/** The lines of a piece of code, highlighted if its language is known. */
export function codeLines(code: string, language: string | null, look: Look): string[] {
  const text = plain(code);
  const tree = look.hasColours && language !== null ? highlight(language, text) : null;
  return tree ? paintedLines(tree.children, look) : text.split('\n');
}

/** A colour ends with its line: what follows may be indented, or shown alone. */
function paintedLines(nodes: readonly (RootContent | ElementContent)[], look: Look): string[] {
  const lines = [''];
  const add = (text: string, format: Format | null) => {
    const [first = '', ...more] = text.split('\n').map((line) => (format ? look.paint(format, line) : line));
    lines[lines.length - 1] += first;
    lines.push(...more);
  };
  const walk = (children: typeof nodes, format: Format | null) => {
    for (const node of children) {
      if (node.type === 'text') add(node.value, format);
      if (node.type === 'element') walk(node.children, formatOf(node.properties.className) ?? format);
    }
  };
  walk(nodes, null);
  return lines;
}

function formatOf(classes: unknown): Format | null {
  const names = Array.isArray(classes) ? classes : [];
  for (const name of names) if (Object.hasOwn(formats, String(name))) return formats[String(name)]!;
  return null;
}
