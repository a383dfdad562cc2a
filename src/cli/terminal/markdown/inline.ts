import type { PhrasingContent } from 'mdast';
import type { Format, Look } from '../look.js';
import { plain } from '../untrusted.js';

type Formats = readonly Exclude<Format, readonly unknown[]>[];

/** The text of a paragraph, heading or cell. Each leaf is painted for itself, since formats do not nest in terminals. */
export function inline(nodes: readonly PhrasingContent[], look: Look, formats: Formats = []): string {
  return nodes.map((node) => one(node, look, formats)).join('');
}

function one(node: PhrasingContent, look: Look, formats: Formats): string {
  const leaf = (text: string, more: Formats = []) => painted(look, [...formats, ...more], plain(text));
  switch (node.type) {
    case 'text':
      return leaf(node.value.replaceAll(/\s+/g, ' '));
    case 'strong':
      return inline(node.children, look, [...formats, 'bold']);
    case 'emphasis':
      return inline(node.children, look, [...formats, 'italic']);
    case 'delete':
      return inline(node.children, look, [...formats, 'strikethrough']);
    case 'inlineCode':
      return look.hasColours ? leaf(node.value, ['cyan']) : leaf(`\`${node.value}\``);
    case 'break':
      return '\n';
    case 'html':
      return leaf(node.value, ['dim']);
    case 'link':
      return link(node.url, inline(node.children, look, [...formats, 'underline']), look, formats);
    case 'image':
      return leaf(`[${node.alt || 'image'}] (${node.url})`, ['dim']);
    // References are shown as written: their definitions may be anywhere in the text.
    case 'linkReference':
      return leaf('[') + inline(node.children, look, formats) + leaf(`]${labelOf(node)}`);
    case 'imageReference':
      return leaf(`![${node.alt ?? ''}]${labelOf(node)}`);
    case 'footnoteReference':
      return leaf(`[^${node.label ?? node.identifier}]`, ['dim']);
  }
}

/** An address is always shown: the text of a link may pretend to be another one. */
function link(url: string, text: string, look: Look, formats: Formats): string {
  const address = plain(url).replaceAll(/\s/g, '%20');
  const isShown = plain(text) === address || `mailto:${plain(text)}` === address;
  return isShown ? text : `${text}${painted(look, [...formats, 'dim'], ` (${address})`)}`;
}

function labelOf(node: { referenceType: string; label?: string | null | undefined }): string {
  if (node.referenceType === 'full') return `[${node.label ?? ''}]`;
  return node.referenceType === 'collapsed' ? '[]' : '';
}

const painted = (look: Look, formats: Formats, text: string) =>
  formats.length === 0 ? text : look.paint([...formats], text);
