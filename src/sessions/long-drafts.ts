import type { ContentPart, Draft, DraftItem } from '../schema/index.js';
import { cutText } from './text-cut.js';

/** The text of a portion. */
const PART_CHARS = 256 * 1024;
/** More than a session may have open. */
const MOST_STARTED = 10_000;

export interface Portion {
  draft: Draft;
  /** Whether the agent wrote it so; otherwise it is only a part of what follows. */
  isNative: boolean;
}

/**
 * Cuts drafts with long texts into portions that take the machine little time each: an item that comes with all of its
 * text is started, streamed, and completed.
 */
export class LongDrafts {
  /** The keys of the items of this turn that were started, and whether text of them was streamed. */
  readonly #started = new Map<string, boolean>();

  /** The portions of a payload's drafts; null if none of them is cut. */
  portionsOf(drafts: readonly Draft[]): Portion[] | null {
    if (!drafts.some(isLong)) {
      for (const draft of drafts) this.#note(draft);
      return null;
    }
    const portions = drafts.flatMap((draft) => {
      const cut = this.#cut(draft);
      this.#note(draft);
      return cut ?? [{ draft, isNative: true }];
    });
    return portions.length === drafts.length ? null : portions;
  }

  #cut(draft: Draft): Portion[] | null {
    switch (draft.type) {
      case 'item.delta':
        return cutText(draft.delta, PART_CHARS).map((delta) => ({
          draft: { ...draft, delta },
          isNative: true,
        }));
      case 'item.started':
      case 'item.completed':
        return this.#cutItem(draft.type, draft.item);
      default:
        return null;
    }
  }

  #cutItem(type: 'item.started' | 'item.completed', item: DraftItem): Portion[] | null {
    if (!isStreamable(item)) return null;
    const texts = (item.content ?? []).map(textOf).filter((text) => text !== '');
    const [text] = texts;
    // The machine compares it with what was streamed.
    if (texts.length !== 1 || text!.length <= PART_CHARS || this.#started.get(item.key)) return null;
    const content = (item.content ?? []).map(withoutText);
    const own = { draft: { type, item: { ...item, content } }, isNative: true };
    const deltas = cutText(text!, PART_CHARS).map((delta) => ({
      draft: { type: 'item.delta' as const, key: item.key, delta },
      isNative: false,
    }));
    if (type === 'item.started') return [own, ...deltas];
    const { status: _, ...open } = item;
    const start = { draft: { type: 'item.started' as const, item: { ...open, content } }, isNative: false };
    return [...(this.#started.has(item.key) ? [] : [start]), ...deltas, own];
  }

  #note(draft: Draft): void {
    if (draft.type === 'item.started') this.#start(draft.item.key, hasText(draft.item));
    else if (draft.type === 'item.delta') this.#start(draft.key, true);
    else if (draft.type === 'item.completed') this.#started.delete(draft.item.key);
    else if (draft.type === 'turn.started' || draft.type === 'turn.ended') this.#started.clear();
  }

  #start(key: string, isStreamed: boolean): void {
    this.#started.set(key, isStreamed);
    if (this.#started.size <= MOST_STARTED) return;
    const [oldest] = this.#started.keys();
    this.#started.delete(oldest!);
  }
}

function isLong(draft: Draft): boolean {
  if (draft.type === 'item.delta') return draft.delta.length > PART_CHARS;
  if (draft.type !== 'item.started' && draft.type !== 'item.completed') return false;
  return (draft.item.content ?? []).some((part) => textOf(part).length > PART_CHARS);
}

/** Whether all of its text could have come as deltas. Users' messages are compared with those that were sent. */
function isStreamable({ kind, role, content = [] }: DraftItem): boolean {
  if (content.some(({ type }) => type === 'tool_call')) return false;
  if (kind === 'tool_result') return true;
  return kind === 'message' && role !== 'user' && content.every(({ type }) => type !== 'tool_result');
}

function hasText({ content = [] }: DraftItem): boolean {
  return content.some((part) => textOf(part) !== '');
}

/** The text that is streamed. */
function textOf(part: ContentPart): string {
  if (part.type === 'tool_result') return part.output;
  return part.type === 'text' || part.type === 'reasoning' ? part.text : '';
}

function withoutText(part: ContentPart): ContentPart {
  if (part.type === 'tool_result') return { ...part, output: '' };
  return part.type === 'text' || part.type === 'reasoning' ? { ...part, text: '' } : part;
}
