import { type AnyTranslator, approvalDiff, type Roots, type TranslatorInput } from '../agents/agent.js';
import type { Draft, DraftOf } from '../schema/index.js';
import { LongDrafts } from './long-drafts.js';
import type { Turns } from './turns.js';
import { WorkQueue } from './work-queue.js';

/** Output of a server that sessions share cannot be left unread: beyond this, it is translated out of turn. */
const MOST_CHARS = 16 * 1024 * 1024;

export interface TranslationOptions {
  translator: AnyTranslator;
  /** The session's folder. */
  directory: string;
  roots: Roots;
  turns: Turns;
  /** The drafts of one native payload, with its text; null for notices of the connection itself. */
  onDrafts(drafts: Draft[], text: string | null): void;
  /** There is more output than can be translated at once: no more should be read for now. */
  onBehind?(): void;
  onCaughtUp?(): void;
  onError(error: unknown): void;
}

type Permission = DraftOf<'permission.requested'>;

/**
 * Translates the output of one agent process, in order. A permission to change files is compared with the files on disk
 * first, and everything that follows waits for it. All other output passes synchronously, unless there is so much that
 * other sessions would have to wait.
 */
export class Translation {
  readonly #options: TranslationOptions;
  readonly #work: WorkQueue;
  readonly #longDrafts = new LongDrafts();
  #state: unknown;
  #untranslated = 0;

  constructor(options: TranslationOptions) {
    this.#options = options;
    this.#work = new WorkQueue(options);
    this.#state = options.translator.initial(options.roots);
  }

  add(input: TranslatorInput<object>): void {
    const chars = input.from === 'agent' ? input.text.length : 0;
    if (this.#untranslated > MOST_CHARS) this.#work.catchUp();
    this.#untranslated += chars;
    this.#work.add(() => {
      this.#untranslated -= chars;
      const { state, drafts } = this.#options.translator.translate(this.#state, input);
      this.#state = state;
      this.#pass(drafts, input.from === 'agent' ? input.text : null);
    });
  }

  /** The characters of output that wait for their turn. */
  get untranslated(): number {
    return this.#untranslated;
  }

  /** Runs the callback once all drafts so far have been passed on. */
  after(callback: () => void): void {
    this.#work.add(callback);
  }

  #pass(drafts: Draft[], text: string | null): void {
    const { onDrafts } = this.#options;
    if (drafts.some(isProposal)) {
      this.#work.hold(this.#compare(drafts, text));
      return;
    }
    // Others have their turn between the portions.
    const portions = this.#longDrafts.portionsOf(drafts);
    if (portions === null) onDrafts(drafts, text);
    else
      this.#work.addFirst(
        portions.map(
          ({ draft, isNative }) =>
            () =>
              onDrafts([draft], isNative ? text : null),
        ),
      );
  }

  async #compare(drafts: Draft[], text: string | null): Promise<void> {
    const compared = await Promise.all(drafts.map((draft) => this.#withDiff(draft)));
    this.#options.onDrafts(compared, text);
  }

  async #withDiff(draft: Draft): Promise<Draft> {
    if (!isProposal(draft)) return draft;
    const { directory, roots } = this.#options;
    const { changes = [], ...request } = draft;
    const diff = await approvalDiff(changes, directory, roots).catch(() => null);
    return diff === null ? request : { ...request, metadata: { ...request.metadata, diff } };
  }
}

function isProposal(draft: Draft): draft is Permission {
  return draft.type === 'permission.requested' && draft.changes !== undefined;
}
