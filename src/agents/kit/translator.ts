import type { Translator } from '../agent.js';
import { follow, type Outcome, type Step, stepOf } from './fold.js';
import type { MessageOf, Native, NativeParser, Parsed, Schemas } from './native.js';
import type { Roots } from './paths.js';
import { unparsed } from './unparsed.js';

/** One case per native message. */
export type Cases<State, S extends Schemas> = {
  [N in keyof S & string]: (message: MessageOf<S, N>, state: State) => Outcome<State>;
};

export interface NoticeShape {
  readonly type: string;
}

/** One case per type of notice. */
export type NoticeCases<State, Notice extends NoticeShape> = {
  [T in Notice['type']]: (notice: Extract<Notice, { type: T }>, state: State) => Outcome<State>;
};

/** Every translator knows the session's folder, to shorten paths in titles and diffs. */
export interface Rooted {
  readonly roots: Roots;
}

export interface TranslatorDefinition<State extends Rooted, S extends Schemas, Notice extends NoticeShape> {
  /** Location in `agent.unparsed`. */
  agent: string;
  initial: State;
  parser: Pick<NativeParser<S>, 'parse'>;
  cases: Cases<State, S>;
  /** Whether a message without a schema is ignored on purpose. */
  dropped?: (name: string) => boolean;
  notices?: NoticeCases<State, Notice>;
  /** Runs before the case of a message, e.g. to complete items that the message implies are done. */
  before?(native: Native<S>, state: State): Outcome<State>;
}

/** Builds a translator from tables: one case per native message, one per notice. */
export function defineTranslator<State extends Rooted, S extends Schemas, Notice extends NoticeShape = never>(
  definition: TranslatorDefinition<State, S, Notice>,
): Translator<State, Notice> {
  const { agent, initial, parser, cases, dropped = () => false, notices, before } = definition;
  // The tables map each name to the case of that message, a relation that the compiler cannot express.
  type AnyCase = (input: unknown, state: State) => Outcome<State>;
  const byName = cases as Record<string, AnyCase>;
  const byType = (notices ?? {}) as Record<string, AnyCase>;

  function translateNative(state: State, native: Native<S>): Step<State> {
    const handle = byName[native.name] as AnyCase;
    if (before === undefined) return stepOf(state, handle(native.message, state));
    return follow(
      state,
      (now) => before(native, now),
      (now) => handle(native.message, now),
    );
  }

  return {
    initial: (roots) => (roots === undefined ? initial : { ...initial, roots }),
    translate(state, input) {
      if (input.from === 'connection') {
        const handle = byType[input.notice.type];
        if (handle === undefined) throw new Error(`${agent}: unknown notice ${input.notice.type}`);
        return stepOf(state, handle(input.notice, state));
      }
      const parsed = (input.parsed as Parsed<S> | undefined) ?? parser.parse(input.text);
      if (parsed.ok) return translateNative(state, parsed);
      const isDropped = !parsed.known && parsed.name !== null && dropped(parsed.name);
      return { state, drafts: isDropped ? [] : [unparsed(agent, input.text, parsed.error)] };
    },
  };
}
