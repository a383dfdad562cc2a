import { type AnyTranslator, approvalDiff, type Roots, type TranslatorInput } from '../agents/agent.js';
import type { Draft, DraftOf } from '../schema/index.js';
import { LongDrafts, type Portion } from './long-drafts.js';
import type { PayloadStorage } from './long-values.js';
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
  /** An input was translated; its drafts come next. */
  onInput?(input: TranslatorInput<object>, outcome: TranslationOutcome): void;
  /** How a payload that is passed on piece by piece is stored before its drafts; null if they bring it with them. */
  store?(text: string): PayloadStorage | null;
  /** There is more output than can be translated at once: no more should be read for now. */
  onBehind?(): void;
  onCaughtUp?(): void;
  onError(error: unknown): void;
}

/** What a recording has to know of an input. */
export interface TranslationOutcome {
  drafts: readonly Draft[];
  /** Whether the translator is in another state now. */
  isChanged: boolean;
  /** Of changes that were compared with files, in order. */
  diffs?: (string | null)[];
  /** Whether the drafts come piece by piece. */
  isSplit?: boolean;
  /** The long value that has the payload. */
  valueId?: string;
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
      const isChanged = state !== this.#state;
      this.#state = state;
      this.#pass(drafts, input, isChanged);
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

  #pass(drafts: Draft[], input: TranslatorInput<object>, isChanged: boolean): void {
    const { onDrafts, onInput } = this.#options;
    const text = input.from === 'agent' ? input.text : null;
    if (drafts.some(isProposal)) {
      this.#work.hold(this.#compare(drafts, input));
      return;
    }
    const portions = this.#longDrafts.portionsOf(drafts);
    if (portions !== null) return this.#passPortions(portions, input, { drafts, isChanged });
    onInput?.(input, { drafts, isChanged });
    onDrafts(drafts, text);
  }

  /** Others have their turn between the portions. The payload is stored first: whatever follows can refer to it. */
  #passPortions(
    portions: readonly Portion[],
    input: TranslatorInput<object>,
    outcome: TranslationOutcome,
  ): void {
    const { onDrafts, onInput, store } = this.#options;
    const text = input.from === 'agent' ? input.text : null;
    const storage = text === null ? null : (store?.(text) ?? null);
    const valueId = storage === null ? {} : { valueId: storage.valueId };
    this.#work.addFirst([
      ...(storage?.steps ?? []),
      () => onInput?.(input, { ...outcome, isSplit: true, ...valueId }),
      ...portions.map(
        ({ draft, isNative }) =>
          () =>
            onDrafts([draft], isNative ? text : null),
      ),
    ]);
  }

  async #compare(drafts: Draft[], input: TranslatorInput<object>): Promise<void> {
    const { onDrafts, onInput } = this.#options;
    const compared = await Promise.all(drafts.map((draft) => this.#withDiff(draft)));
    const diffs = compared.flatMap(({ diff, isProposal: wasCompared }) => (wasCompared ? [diff] : []));
    onInput?.(input, { drafts, isChanged: true, diffs });
    onDrafts(
      compared.map(({ draft }) => draft),
      input.from === 'agent' ? input.text : null,
    );
  }

  async #withDiff(draft: Draft): Promise<{ draft: Draft; isProposal: boolean; diff: string | null }> {
    if (!isProposal(draft)) return { draft, isProposal: false, diff: null };
    const { directory, roots } = this.#options;
    const diff = await approvalDiff(draft.changes ?? [], directory, roots).catch(() => null);
    return { draft: withDiff(draft, diff), isProposal: true, diff };
  }
}

/** A request with the diff that its changes amount to, instead of the changes. */
export function withDiff(draft: Permission, diff: string | null): Permission {
  const { changes: _, ...request } = draft;
  return diff === null ? request : { ...request, metadata: { ...request.metadata, diff } };
}

export function isProposal(draft: Draft): draft is Permission {
  return draft.type === 'permission.requested' && draft.changes !== undefined;
}
