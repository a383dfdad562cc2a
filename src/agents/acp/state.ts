import type { Outcome as KitOutcome, Step as KitStep } from '../kit/fold.js';
import type { Rooted } from '../kit/translator.js';
import type { FileChange, TokenCounts } from './native.js';

/** A text or a thought that is being streamed. */
export interface OpenText {
  key: string;
  kind: 'text' | 'thought';
  /** The agent's own id; not all agents give one. */
  id: string | null;
}

/** A tool that is not over. */
export interface OpenTool {
  key: string;
  name: string;
  kind: string;
  /** The latest title of the agent's own, which says what the tool works on. */
  title: string;
  input: unknown;
  /** The assistant's message that it came from; null where there is none. */
  parent: string | null;
  /** Whether the call was shown as complete. */
  isCalled: boolean;
  /** The output so far; null if none was streamed. */
  output: string | null;
  changes: readonly FileChange[];
  paths: readonly string[];
  /** Of a command, as far as the agent tells. */
  exitCode: number | null;
}

/** Known from the handshake, for `session.started`. */
export interface Opening {
  /** Distinguishes the names of this process's items from those of the processes before. */
  run: string;
  /** Of a resumed conversation. */
  session: string | null;
  version: string | null;
  agent: string | null;
  cwd: string;
}

/** The settings that the agent reports, by what they mean to us. */
export interface Reported {
  mode: string | null;
  model: string | null;
  effort: string | null;
}

/** Plain JSON. */
export interface AcpState extends Rooted {
  readonly opening: Opening | null;
  /** Whether `session.started` was reported. */
  readonly isStarted: boolean;
  readonly title: string | null;
  readonly settings: Reported;
  /** Our id of the running turn; null where the agent began one by itself. */
  readonly turn: { readonly id: string | null } | null;
  /** The number of names given to texts, tools and notices. */
  readonly names: number;
  readonly text: OpenText | null;
  /** The latest message of the assistant in this turn. */
  readonly message: string | null;
  readonly tools: Readonly<Record<string, OpenTool>>;
  /** The tools of this turn that are over: what still comes of them is dropped. */
  readonly over: Readonly<Record<string, true>>;
  /** The requests that wait for a human, by key. */
  readonly requests: Readonly<Record<string, 'permission' | 'question'>>;
  readonly context: { readonly used: number; readonly size: number } | null;
  /** The cost of the session so far, in US dollars, and at the end of the last turn. */
  readonly cost: { readonly total: number; readonly before: number } | null;
  /** Counted on the way, where an agent does not count at the end. */
  readonly usage: TokenCounts | null;
  /** A failure that the agent reported without ending its turn with it. */
  readonly failure: string | null;
}

export type Step = KitStep<AcpState>;
export type Outcome = KitOutcome<AcpState>;

export const initial: AcpState = {
  roots: [],
  opening: null,
  isStarted: false,
  title: null,
  settings: { mode: null, model: null, effort: null },
  turn: null,
  names: 0,
  text: null,
  message: null,
  tools: {},
  over: {},
  requests: {},
  context: null,
  cost: null,
  usage: null,
  failure: null,
};

/** Of the process that is talked to. */
export const runOf = ({ opening }: AcpState): string => opening?.run ?? 'run';

/** A key that no other item has. Ids of agents come again, in later turns and even within one. */
export function newName(state: AcpState, kind: string): { state: AcpState; key: string } {
  const names = state.names + 1;
  return { state: { ...state, names }, key: `${runOf(state)}/${kind}-${names}` };
}

/** The state without all that ends with a turn. */
export function forgetTurn(state: AcpState): AcpState {
  return {
    ...state,
    turn: null,
    text: null,
    message: null,
    tools: {},
    over: {},
    requests: {},
    usage: null,
    failure: null,
  };
}
