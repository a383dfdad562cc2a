import type { LongValue } from '../log/index.js';
import type { Draft, DraftOf, UniversalEvent } from '../schema/index.js';
import { EditRecorder } from './changes/edit-recorder.js';
import { DeltaRun, type Run } from './delta-run.js';
import { LongValues, type PayloadStorage } from './long-values.js';
import type { Overrun } from './overrun.js';
import type { UntimedInput } from './untimed.js';

export interface IntakeOptions {
  overrun: Pick<Overrun, 'admit'>;
  session: { id: string; directory: string };
  /** Stores a value that is no event, or too long for one. */
  keep(value: LongValue): void;
  /** Passes an input to the machine, after the deltas before it. */
  dispatch(input: UntimedInput): void;
  /** The same for what was translated, which a recording has as the payload. */
  send(input: UntimedInput): void;
  /** All that a native payload led to was dropped. */
  onDropped?(text: string | null): void;
  /** Runs what is called later than the drafts arrived, and reports its exceptions. */
  guard(work: () => void): void;
}

/** The way of an agent's drafts to the machine of its session. */
export class Intake {
  readonly #options: IntakeOptions;
  readonly #deltas: DeltaRun;
  readonly #longValues: LongValues;
  readonly #edits: EditRecorder;

  constructor(options: IntakeOptions) {
    this.#options = options;
    const { session, keep } = options;
    this.#longValues = new LongValues({ sessionId: session.id, keep });
    this.#edits = new EditRecorder({ directory: session.directory, keep });
    this.#deltas = new DeltaRun((run) => options.guard(() => this.#takeRun(run)));
  }

  /** Takes the drafts of one native payload, with its text; null for notices of our own connection. */
  take(given: Draft[], text: string | null): void {
    const { overrun, send, onDropped } = this.#options;
    const admitted = overrun.admit(given);
    if (admitted.length === 0) {
      if (given.length > 0) onDropped?.(text);
      return;
    }
    const { drafts, raw } = this.#longValues.takeOut(this.#edits.takeOut(admitted), text);
    const source = text === null ? 'daemon' : 'agent';
    for (const draft of drafts) {
      if (draft.type === 'item.delta' && raw !== null) this.#deltas.add(draft.key, draft.delta, raw);
      else send({ type: `draft.${draft.type}`, draft, source, raw });
    }
  }

  /** See `TranslationOptions`. */
  store(text: string): PayloadStorage | null {
    return this.#longValues.inSteps(text);
  }

  /** Takes what the agent's output led to without being a translation of it. */
  takeOwn(given: DraftOf<'error' | 'agent.unparsed'>): void {
    const { dispatch } = this.#options;
    for (const draft of this.#longValues.takeOut([given], null).drafts)
      dispatch({ type: `draft.${draft.type}`, draft, source: 'daemon', raw: null } as UntimedInput);
  }

  /** An event was published. */
  observe(event: UniversalEvent): void {
    this.#edits.observe(event);
  }

  /** Resolves when it is known what came before the edits so far. */
  edited(): Promise<void> {
    return this.#edits.settled();
  }

  /** Passes the deltas on that have arrived so far. */
  flush(): void {
    this.#deltas.flush();
  }

  #takeRun({ key, first: { delta, raw }, more }: Run): void {
    const draft = { type: 'item.delta', key, delta } as const;
    this.#options.send({ type: 'draft.item.delta', draft, source: 'agent', raw, more });
  }
}
