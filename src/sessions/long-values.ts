import type { LongValue } from '../log/index.js';
import type { ContentPart, Draft, DraftItem, LongValueRef } from '../schema/index.js';
import { randomId } from './ids.js';
import { rawOf } from './raw.js';
import { cutText } from './text-cut.js';

/** Every event with its native payload stays well below the size of a frame, and nothing is lost. */
const LIMIT_BYTES = 1024 * 1024;
/** No text of fewer characters is longer than the limit. */
const SAFE_CHARS = Math.floor(LIMIT_BYTES / 3);

/** A value is stored in parts, so that no other session waits for a long one. */
const PART_CHARS = 512 * 1024;

export interface LongValuesOptions {
  sessionId: string;
  /** Stores a part of a value before the events that refer to it. */
  keep(value: LongValue): void;
}

/** Replaces values that are too long for an event by references. Texts that are streamed are continued instead. */
export class LongValues {
  readonly #options: LongValuesOptions;
  /** The latest payload and its long values: its drafts may come one by one, each with the whole payload. */
  #payload: string | null = null;
  readonly #known = new Map<string, LongValueRef>();

  constructor(options: LongValuesOptions) {
    this.#options = options;
  }

  /** The drafts of a native payload and the JSON text of the payload; null for notices of our own connection. */
  takeOut(drafts: readonly Draft[], text: string | null): { drafts: readonly Draft[]; raw: string | null } {
    if (text === null || text !== this.#payload) this.#known.clear();
    this.#payload = text;
    const raw = text === null ? null : rawOf(drafts, text);
    return {
      drafts: isShort(drafts, text) ? drafts : drafts.map((draft) => this.#inDraft(draft)),
      raw: raw !== null && isLong(raw) ? JSON.stringify(this.#refer(raw)) : raw,
    };
  }

  #inDraft(draft: Draft): Draft {
    switch (draft.type) {
      case 'item.started':
      case 'item.completed':
        return { ...draft, item: this.#inItem(draft.item) };
      case 'permission.requested': {
        const { input, native, diff, ...rest } = draft.metadata;
        return {
          ...draft,
          metadata: {
            ...rest,
            input: this.#shorten(input),
            native: this.#shorten(native) as typeof native,
            ...(diff === undefined ? {} : { diff: this.#shorten(diff) as typeof diff }),
          },
        };
      }
      default:
        return draft;
    }
  }

  #inItem(item: DraftItem): DraftItem {
    return item.content ? { ...item, content: item.content.map((part) => this.#inPart(part)) } : item;
  }

  #inPart(part: ContentPart): ContentPart {
    switch (part.type) {
      case 'tool_call': {
        const short = this.#shorten(part.arguments);
        return short === part.arguments ? part : { ...part, arguments: JSON.stringify(short) };
      }
      case 'file_ref':
        return part.diff == null ? part : { ...part, diff: this.#shorten(part.diff) as typeof part.diff };
      case 'json':
        return { ...part, json: this.#shorten(part.json) as typeof part.json };
      default:
        return part;
    }
  }

  #shorten(value: unknown): unknown {
    if (typeof value === 'string' && value.length <= SAFE_CHARS) return value;
    const content = JSON.stringify(value);
    return content !== undefined && isLong(content) ? this.#refer(content) : value;
  }

  #refer(content: string): LongValueRef {
    const known = this.#known.get(content);
    if (known) return known;
    const { sessionId, keep } = this.#options;
    const valueId = `val_${randomId(32)}`;
    for (const [part, text] of cutText(content, PART_CHARS).entries()) keep({ valueId, part, content: text });
    const href = `/v1/sessions/${sessionId}/values/${valueId}`;
    const ref = { truncated: true, bytes: Buffer.byteLength(content), href } as const;
    this.#known.set(content, ref);
    return ref;
  }
}

/** Whether nothing in these drafts can be long. Diffs are not part of the payload. */
function isShort(drafts: readonly Draft[], text: string | null): boolean {
  return text !== null && text.length <= SAFE_CHARS && !drafts.some(hasDiff);
}

function hasDiff(draft: Draft): boolean {
  if (draft.type === 'permission.requested') return draft.metadata.diff !== undefined;
  return (
    'item' in draft &&
    (draft.item.content ?? []).some((part) => part.type === 'file_ref' && part.diff != null)
  );
}

function isLong(text: string): boolean {
  return text.length > SAFE_CHARS && Buffer.byteLength(text) > LIMIT_BYTES;
}
