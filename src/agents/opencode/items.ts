import { fileURLToPath } from 'node:url';
import type { ContentPart } from '../../schema/index.js';
import type { Origin } from '../kit/drafts.js';
import type { NativeFile } from './native-parts.js';
import { isOwn, type OpenCodeState } from './state.js';

/** The identity of an item. Any session but our own is a sub-agent's: no others reach us. */
export function originOf(state: OpenCodeState, session: string, id: string): Origin {
  return { key: id, id, thread: threadOf(state, session) };
}

/** The sub-agent that a session belongs to; null for our own. */
export function threadOf(state: OpenCodeState, session: string): string | null {
  return isOwn(state, session) ? null : session;
}

/** Marks an error of a sub-agent, as it is shown in our session. */
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
