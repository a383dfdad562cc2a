import type { Step as FoldStep } from '../kit/fold.js';
import type { Rooted } from '../kit/translator.js';

/** An incomplete message, which Amp may send again with more text. */
export interface Unfinished {
  readonly id: string | null;
  readonly key: string;
  readonly text: string;
}

/** A tool call without a result so far. */
export interface PendingCall {
  readonly name: string;
  readonly input: unknown;
  /** The key of the message that contains it; null if unknown. */
  readonly message: string | null;
  /** '' for the main conversation, the tool call's id for a sub-agent. */
  readonly thread: string;
}

/** Plain JSON. */
export interface AmpState extends Rooted {
  readonly session: string | null;
  /** The id of the latest message we sent; it prefixes generated item keys. */
  readonly prompt: string;
  /** Number of keys generated since then. */
  readonly names: number;
  readonly turn: boolean;
  /** Texts of messages that Amp has not echoed yet. */
  readonly unechoed: readonly string[];
  /** By thread: '' for the main conversation, the tool call's id for a sub-agent. */
  readonly unfinished: Readonly<Record<string, Unfinished>>;
  readonly calls: Readonly<Record<string, PendingCall>>;
  /** Token counts of the running turn, as Amp counts them. */
  readonly usage: Readonly<Record<string, number>>;
  /** The model of the latest message of the running turn; null if Amp does not tell. */
  readonly model: string | null;
  /** The to-do list as it was shown last. */
  readonly plan: string | null;
}

export const initial: AmpState = {
  roots: [],
  session: null,
  prompt: '',
  names: 0,
  turn: false,
  unechoed: [],
  unfinished: {},
  calls: {},
  usage: {},
  model: null,
  plan: null,
};

export type Step = FoldStep<AmpState>;

/** An item key that is unique in the session, across restarts of the process. */
export function newName(state: AmpState): { state: AmpState; name: string } {
  const names = state.names + 1;
  return { state: { ...state, names }, name: `${state.prompt}#${names}` };
}
