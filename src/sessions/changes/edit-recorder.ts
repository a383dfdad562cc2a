import { resolve } from 'node:path';
import { type Content, filesOf, readRegularFile } from '../../agents/agent.js';
import type { LongValue } from '../../log/index.js';
import type { Draft, DraftItem, UniversalEvent } from '../../schema/index.js';
import { cutText } from '../text-cut.js';
import { ContentThread, isQuick } from './content-thread.js';
import { editsIn, type FileEdit } from './file-edits.js';
import { type KeptContent, keptName } from './kept-content.js';
import { type EditOutcome, type EditTask, perform } from './tasks.js';

/** Larger files are not kept. */
const MAX_BYTES = 1024 * 1024;
const PART_CHARS = 512 * 1024;
/** What one session may have kept since it was loaded. */
const MOST_KEPT_CHARS = 64 * 1024 * 1024;
/** Edits whose files are being read; what comes before further ones stays unknown. */
const MOST_WAITING = 100;
/** Files whose last content is remembered. */
const MOST_FILES = 1000;

export interface EditRecorderOptions {
  /** The session's folder. */
  directory: string;
  keep(value: LongValue): void;
}

/**
 * Keeps the content of files before they are edited, unless that is what the session's edit before has left. An agent
 * tells it, or it follows from the file after the edit.
 */
export class EditRecorder {
  readonly #options: EditRecorderOptions;
  readonly #thread = new ContentThread();
  /** What a payload tells of files, by path: an event may lack a diff that is too long. */
  #told = new Map<string, { diff: string | null; original?: Content }>();
  /** Hashes of what the last edits have left, by path. */
  readonly #left = new Map<string, string>();
  #work: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #keptChars = 0;

  constructor(options: EditRecorderOptions) {
    this.#options = options;
  }

  /** Takes out of drafts what no event has, until the events that they lead to were observed. */
  takeOut(drafts: Draft[]): Draft[] {
    this.#told.clear();
    // Nearly all are deltas.
    if (!drafts.some(({ type }) => type === 'item.completed')) return drafts;
    return drafts.map((draft) => {
      if (draft.type !== 'item.completed') return draft;
      const { originals = [], ...item } = draft.item;
      for (const part of item.content ?? [])
        if (part.type === 'file_ref' && part.action !== 'read')
          this.#told.set(part.path, {
            diff: typeof part.diff === 'string' ? part.diff : null,
            ...originalOf(part.path, originals),
          });
      return originals.length === 0 ? draft : { ...draft, item };
    });
  }

  observe(event: UniversalEvent): void {
    if (event.type !== 'item.completed') return;
    const { item } = event.data;
    for (const { edit, part } of editsIn(item)) this.#add(keptName(item.item_id, part), edit);
  }

  /** Resolves when all that is kept so far was handed over. */
  async settled(): Promise<void> {
    await this.#work;
  }

  #add(name: string, { path, action }: FileEdit): void {
    const file = resolve(this.#options.directory, path);
    if (this.#waiting >= MOST_WAITING) {
      this.#left.delete(file);
      return;
    }
    const { diff, original: told } = this.#told.get(path) ?? { diff: null };
    const task = (found: Content | undefined): EditTask => ({
      type: 'edit',
      edit: { action, diff },
      told,
      found,
      last: this.#left.get(file) ?? null,
    });
    const isTold = told !== undefined || (diff !== null && filesOf(diff)?.from === null);
    // Stored together with the event.
    if (isTold && this.#waiting === 0 && isQuick(task(undefined)))
      return this.#note(name, file, perform(task(undefined)));
    // Read at once, since the agent goes on.
    const found = isTold ? undefined : contentOf(file);
    this.#waiting++;
    this.#work = this.#work
      .then(async () => this.#note(name, file, await this.#thread.run(task(await found))))
      .catch(() => this.#left.delete(file))
      .then(() => {
        if (--this.#waiting === 0) this.#thread.close();
      });
  }

  #note(name: string, file: string, { keep, hash }: EditOutcome): void {
    // The latest go last.
    this.#left.delete(file);
    if (hash !== null) this.#left.set(file, hash);
    if (this.#left.size > MOST_FILES) this.#left.delete(this.#left.keys().next().value!);
    if (keep === undefined || Buffer.byteLength(keep ?? '') > MAX_BYTES) return;
    this.#keptChars += keep?.length ?? 0;
    if (this.#keptChars > MOST_KEPT_CHARS) return;
    const kept: KeptContent = { text: keep };
    for (const [part, content] of cutText(JSON.stringify(kept), PART_CHARS).entries())
      this.#options.keep({ valueId: name, part, content });
  }
}

function originalOf(path: string, originals: NonNullable<DraftItem['originals']>): { original?: Content } {
  const found = originals.find((each) => each.path === path);
  return found === undefined ? {} : { original: found.text };
}

/** A file on disk; undefined if it is too large, binary or no regular file. */
async function contentOf(path: string): Promise<Content | undefined> {
  const content = await readRegularFile(path, MAX_BYTES);
  if (content === 'missing') return null;
  if (content === 'unreadable' || content.includes(0)) return undefined;
  const text = content.toString('utf8');
  // Of another encoding.
  return text.includes('\uFFFD') ? undefined : text;
}
