import { fileURLToPath } from 'node:url';
import type { ContentPart } from '../../schema/index.js';
import type { ContentBlock, ToolContent } from './native.js';

/** A block as a part of an item. */
export function contentPart(block: ContentBlock): ContentPart {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
      return {
        type: 'image',
        path: block.uri ?? `data:${block.mimeType};base64,${block.data}`,
        mime: block.mimeType,
      };
    case 'resource_link':
      return { type: 'file_ref', path: pathOf(block.uri), action: 'read' };
    case 'resource':
      return { type: 'json', json: plain(block.resource) };
    case 'other':
      return { type: 'json', json: plain(block.block) };
  }
}

/** The words of a tool's content, as they are shown. */
export function wordsOf(content: readonly ToolContent[]): string {
  return content
    .flatMap((each) => {
      if (each.type !== 'content') return [];
      if (each.content.type === 'text') return [each.content.text];
      return each.content.type === 'resource' && each.content.resource.text
        ? [each.content.resource.text]
        : [];
    })
    .join('\n');
}

/** The parts of a tool's content other than words and changes of files. */
export function otherParts(content: readonly ToolContent[]): ContentPart[] {
  return content.flatMap((each): ContentPart[] => {
    if (each.type === 'other') return [{ type: 'json', json: plain(each.block) }];
    if (each.type !== 'content' || each.content.type === 'text') return [];
    if (each.content.type === 'resource' && each.content.resource.text) return [];
    return [contentPart(each.content)];
  });
}

function pathOf(uri: string): string {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : uri;
  } catch {
    return uri;
  }
}

type JsonValue = Extract<ContentPart, { type: 'json' }>['json'];

const plain = <T>(value: T): T & JsonValue => JSON.parse(JSON.stringify(value)) as T & JsonValue;
