import { fileURLToPath } from 'node:url';
import type { ContentPart } from '../../schema/index.js';
import type { Origin } from '../kit/drafts.js';
import { at } from '../kit/record.js';
import type { NativeFile } from './native-parts.js';
import { isOwn, type OpenCodeState } from './state.js';

/**
 * The identity of an item. The machine finds the parent of our session's own items; a sub-agent's items belong to the
 * call that started it. No other sessions reach us.
 */
export function originOf(state: OpenCodeState, session: string, id: string): Origin {
  return { key: id, id, parent: parentOf(state, session) };
}

function parentOf(state: OpenCodeState, session: string): string | null {
  return isOwn(state, session) ? null : (at(state.children, session) ?? `agent:${session}`);
}

/** Marks an error or a request of a sub-agent, as it is shown in our session. */
export function subAgentOf(state: OpenCodeState, session: string): { sub_agent?: string } {
  return isOwn(state, session) ? {} : { sub_agent: session };
}

export function filePart({ mime, url, filename }: NativeFile): ContentPart {
  const path = pathOf(url);
  if (mime.startsWith('image/')) return { type: 'image', path, mime };
  // A data URL is worth showing only for an image.
  return { type: 'file_ref', path: path.startsWith('data:') ? (filename ?? mime) : path, action: 'read' };
}

function pathOf(url: string): string {
  try {
    return url.startsWith('file://') ? fileURLToPath(url) : url;
  } catch {
    return url;
  }
}
