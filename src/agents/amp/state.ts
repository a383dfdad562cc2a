import type { Draft } from '../../schema/index.js';

/** A message that Amp has not finished: it may come again with more in it. */
export interface Unfinished {
  readonly id: string | null;
  readonly key: string;
  readonly text: string;
}

/** A tool call that waits for its result. */
export interface PendingCall {
  readonly name: string;
  readonly input: unknown;
  /** The key of the message it came from; null where that is not told. */
  readonly message: string | null;
}

/** What the translator must remember. Plain JSON. */
export interface AmpState {
  readonly session: string | null;
  /** The latest message of ours: what has no name of its own is named after it. */
  readonly prompt: string;
  /** How many such names were given since. */
  readonly names: number;
  readonly turn: boolean;
  /** What we said and Amp has not said back. */
  readonly unechoed: readonly string[];
  /** By thread: the conversation itself under '', subagents under their tool call. */
  readonly unfinished: Readonly<Record<string, Unfinished>>;
  readonly calls: Readonly<Record<string, PendingCall>>;
  /** The tokens of the turn. */
  readonly usage: Readonly<Record<string, number>>;
}

export const initial: AmpState = {
  session: null,
  prompt: '',
  names: 0,
  turn: false,
  unechoed: [],
  unfinished: {},
  calls: {},
  usage: {},
};

export interface Step {
  state: AmpState;
  drafts: Draft[];
}

/** What follows one step from the state it left. */
export function andThen(before: Step, next: (state: AmpState) => Step): Step {
  const after = next(before.state);
  return { state: after.state, drafts: [...before.drafts, ...after.drafts] };
}

/** A name that no item of the session has, also not one that another process of the same session gave. */
export function newName(state: AmpState): { state: AmpState; name: string } {
  const names = state.names + 1;
  return { state: { ...state, names }, name: `${state.prompt}#${names}` };
}

/** A provider may call something `constructor`: only own keys count. */
export function at<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

export function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  if (!Object.hasOwn(record, key)) return record;
  const { [key]: _gone, ...rest } = record;
  return rest;
}
