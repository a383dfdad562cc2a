import type { LongValue } from '../log/index.js';
import type { ContentPart, Draft, DraftItem, LongValueRef } from '../schema/index.js';
import { randomId } from './ids.js';
import { rawOf } from './raw.js';
import { cutText } from './text-cut.js';

/** Every event with its native payload stays well below the size of a frame, and nothing is lost. */
const LIMIT_BYTES = 1024 * 1024;
/** No text of fewer characters is longer than the limit. */
const SAFE_CHARS = Math.floor(LIMIT_BYTES / 3);

const PREFIX = 'val_';

/** A value is stored in parts, so that no other session waits for a long one. */
const PART_CHARS = 512 * 1024;

export interface LongValuesOptions {
  sessionId: string;
  /** Stores a part of a value before the events that refer to it. */
  keep(value: LongValue): void;
}

/** How a native payload that is passed on piece by piece is stored before its events. */
export interface PayloadStorage {
  valueId: string;
  /** Each stores a part. */
  steps: (() => void)[];
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
    if (text !== null) this.#begin(text);
    const raw = text === null ? null : rawOf(drafts, text);
    return {
      drafts: isShort(drafts, text) ? drafts : drafts.map((draft) => this.#inDraft(draft)),
      raw: raw !== null && isLong(raw) ? JSON.stringify(this.#refer(raw)) : raw,
    };
  }

  /** Stores a long payload whose drafts are taken out next, a part per step. Null if it fits into an event. */
  inSteps(text: string): PayloadStorage | null {
    if (!isLong(text)) return null;
    const valueId = newId();
    let bytes = 0;
    const steps = cutText(text, PART_CHARS).map((content, part) => () => {
      bytes += Buffer.byteLength(content);
      this.#options.keep({ valueId, part, content });
    });
    const remember = () => {
      this.#begin(text);
      this.#known.set(text, this.#refTo(valueId, bytes));
    };
    return { valueId, steps: [...steps, remember] };
  }

  #begin(text: string): void {
    if (text !== this.#payload) this.#known.clear();
    this.#payload = text;
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
    const { keep } = this.#options;
    const valueId = newId();
    for (const [part, text] of cutText(content, PART_CHARS).entries()) keep({ valueId, part, content: text });
    const ref = this.#refTo(valueId, Buffer.byteLength(content));
    this.#known.set(content, ref);
    return ref;
  }

  #refTo(valueId: string, bytes: number): LongValueRef {
    return { truncated: true, bytes, href: `/v1/sessions/${this.#options.sessionId}/values/${valueId}` };
  }
}

export function isValueId(text: string): boolean {
  return text.startsWith(PREFIX);
}

function newId(): string {
  return `${PREFIX}${randomId(32)}`;
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
  if (text.length > LIMIT_BYTES) return true;
  return text.length > SAFE_CHARS && Buffer.byteLength(text) > LIMIT_BYTES;
}
