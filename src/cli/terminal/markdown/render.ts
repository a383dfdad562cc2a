import type { BlockContent, DefinitionContent, List, ListItem, RootContent } from 'mdast';
import { parseMarkdown } from '../../../text/blocks.js';
import { codeLines } from '../code.js';
import type { Look } from '../look.js';
import { plain } from '../untrusted.js';
import { wrap, wrapCode } from '../wrap.js';
import { inline } from './inline.js';
import { tableLines } from './table.js';

type Block = RootContent | BlockContent | DefinitionContent;

const INDENT = '  ';
const BULLETS = ['•', '◦', '▪'];
const LONGEST_RULE = 40;

/** Markdown as lines of a terminal. */
export function renderMarkdown(text: string, look: Look): string[] {
  return blocks(parseMarkdown(text).children, look, 0);
}

/** `depth`: how many lists are around it. */
function blocks(nodes: readonly Block[], look: Look, depth: number, isTight = false): string[] {
  const rendered = nodes.map((node) => block(node, look, depth)).filter((lines) => lines.length > 0);
  return rendered.flatMap((lines, index) => (index === 0 || isTight ? lines : ['', ...lines]));
}

function block(node: Block, look: Look, depth: number): string[] {
  switch (node.type) {
    case 'paragraph':
      return wrap(inline(node.children, look), look.width);
    case 'heading': {
      const formats = node.depth === 1 ? (['bold', 'underline'] as const) : (['bold'] as const);
      const sign = look.hasColours ? '' : `${'#'.repeat(node.depth)} `;
      return wrap(sign + inline(node.children, look, formats), look.width);
    }
    case 'code':
      return codeLines(node.value, node.lang ?? null, look).flatMap((line) =>
        wrapCode(line, look.width, { first: INDENT }),
      );
    case 'blockquote':
      return within(look, look.paint('dim', '│ '), 2, (inner) => blocks(node.children, inner, depth));
    case 'list':
      return list(node, look, depth);
    case 'table':
      return tableLines(node, look);
    case 'thematicBreak':
      return [look.paint('dim', '─'.repeat(Math.min(look.width, LONGEST_RULE)))];
    case 'html':
      return wrapCode(plain(node.value), look.width).map((line) => look.paint('dim', line));
    case 'definition':
      return wrap(look.paint('dim', plain(`[${node.label ?? node.identifier}]: ${node.url}`)), look.width);
    case 'footnoteDefinition':
      return item(look, `[^${plain(node.label ?? node.identifier)}]`, (inner) =>
        blocks(node.children, inner, depth),
      );
    default:
      return 'children' in node ? blocks(node.children as Block[], look, depth) : [];
  }
}

function list(node: List, look: Look, depth: number): string[] {
  const isLoose = node.children.some(({ spread }) => spread);
  const signs = node.children.map((each, index) => sign(node, each, index, depth));
  const widest = Math.max(...signs.map(({ length }) => length));
  const items = node.children.map((each, index) => {
    const { children } = each;
    const shown = signs[index]!.padStart(widest);
    return item(look, shown, (inner) => blocks(children, inner, depth + 1, !isLoose));
  });
  return items.flatMap((lines, index) => (index === 0 || !isLoose ? lines : ['', ...lines]));
}

function sign({ ordered, start }: List, { checked }: ListItem, index: number, depth: number): string {
  const box = checked == null ? '' : checked ? '☑' : '☐';
  if (ordered) return `${(start ?? 1) + index}.${box && ` ${box}`}`;
  return box || BULLETS[depth % BULLETS.length]!;
}

/** Lines behind a sign. */
function item(look: Look, sign: string, render: (inner: Look) => string[]): string[] {
  const rest = ' '.repeat(sign.length + 1);
  const [first = '', ...more] = render({ ...look, width: look.width - rest.length });
  return [`${look.paint('dim', sign)} ${first}`, ...more.map((line) => (line === '' ? '' : rest + line))];
}

/** Lines behind a bar. */
function within(look: Look, bar: string, columns: number, render: (inner: Look) => string[]): string[] {
  return render({ ...look, width: look.width - columns }).map((line) => bar + line);
}
