import type { EventLog } from '../../log/index.js';
import type { ContentPart, SearchMatch, SearchResponse, UniversalEvent } from '../../schema/index.js';
import { nextSlice } from '../slices.js';
import { WantedText } from './wanted-text.js';

/** How much of the log is searched before others have their turn. */
const SLICE_CHARS = 256 * 1024;
/** How much is searched for one page. */
const BUDGET_CHARS = 32 * 1024 * 1024;
const DEFAULT_LIMIT = 200;
const MOST_MATCHES = 1000;

export interface SearchRequest {
  q: string;
  /** Only later events. */
  after?: number | undefined;
  limit?: number | undefined;
}

/** Looks for a text in all that a session's conversation shows, whatever its case. */
export async function searchConversation(
  log: Pick<EventLog, 'read'>,
  sessionId: string,
  { q, after = 0, limit = DEFAULT_LIMIT }: SearchRequest,
): Promise<SearchResponse> {
  const wanted = new WantedText(q);
  const most = Math.min(limit, MOST_MATCHES);
  const matches: SearchMatch[] = [];
  let last = after;
  for (let left = BUDGET_CHARS; left > 0; ) {
    await nextSlice();
    const batches = await log.read(sessionId, last, { chars: SLICE_CHARS });
    if (batches.length === 0) return { matches, nextAfter: null };
    for (const { first, events } of batches) {
      for (const [index, text] of events.entries()) {
        left -= text.length;
        last = first + index;
        const match = matchIn(text, wanted);
        if (match) matches.push(match);
        if (matches.length === most) return { matches, nextAfter: last };
      }
    }
  }
  return { matches, nextAfter: last };
}

function matchIn(text: string, wanted: WantedText): SearchMatch | null {
  if (!text.includes('"item.completed"') || !wanted.mayBeIn(text)) return null;
  const event = JSON.parse(text) as UniversalEvent;
  if (event.type !== 'item.completed') return null;
  const { item_id: itemId, thread_id: threadId = null, kind, role, content } = event.data.item;
  const texts = content.flatMap(textsOf).filter((each) => wanted.isIn(each));
  const excerpt = texts[0] === undefined ? null : wanted.excerpt(texts[0]);
  if (excerpt === null) return null;
  const count = texts.reduce((sum, each) => sum + wanted.count(each), 0);
  return { itemId, sequence: event.sequence, threadId, kind, role, excerpt, count };
}

/** What a reader sees of a part. */
function textsOf(part: ContentPart): string[] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return [part.text];
    case 'tool_call':
      return [part.title ?? part.name, readable(part.arguments)];
    case 'tool_result':
      return [part.output];
    case 'file_ref':
      return [part.path, typeof part.diff === 'string' ? part.diff : ''];
    case 'status':
      return [part.label, part.detail ?? ''];
    default:
      return [];
  }
}

/** Arguments without the escapes of JSON in JSON. */
function readable(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null) return json;
    return Object.values(value)
      .map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
      .join('\n');
  } catch {
    return json;
  }
}
