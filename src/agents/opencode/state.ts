import type { ContentPart } from '../../schema/index.js';
import type { Outcome as KitOutcome, Step as KitStep } from '../kit/fold.js';
import type { Rooted } from '../kit/translator.js';
import type { NativeErrorOf } from './native-messages.js';
import { notBegun, type Progress } from './progress.js';
import type { Spent } from './usage.js';

export interface KnownMessage {
  session: string;
  /** `none` for messages that are not shown: copies in a fork, and the summary of a compaction. */
  by: 'user' | 'assistant' | 'none';
  spent?: Spent;
}

/** A text or a thought that is being streamed. */
export interface OpenText {
  session: string;
  kind: 'text' | 'reasoning';
  /** How much of it was streamed. */
  length: number;
  /** The item is started by the first delta: some parts never have one. */
  started: boolean;
  /** Set where events were lost: later deltas do not join earlier ones, and the end has the whole text. */
  torn: boolean;
}

/** How far an output was streamed: each update of a tool has the whole output so far. */
export interface Streamed {
  length: number;
  tail: string;
}

/** A tool that is not over. */
export interface OpenTool {
  session: string;
  message: string;
  callId: string;
  name: string;
  input: unknown;
  /** Whether the call is complete: its input is not streamed, and comes when the tool runs. */
  called: boolean;
  streamed: Streamed | null;
}

export interface Turn {
  /** Our id; null where another client began it. */
  id: string | null;
  /** The messages that we sent, by native id, with our client's id. */
  prompts: Readonly<Record<string, string>>;
  /** The user's message that began it, and when. */
  user: string | null;
  began: number | null;
  ended: number | null;
  progress: Progress;
  retrying: boolean;
  aborted: boolean;
  /** The sessions that were compacted in it: there the server repeats the user's message. */
  compacted: readonly string[];
  failure: Failure | null;
  /** The latest message of the assistant, and the model that wrote it. */
  last: { id: string; finish: string | null; model: string | null } | null;
  /** Whether it has no message yet that a tool could belong to. */
  isSilent: boolean;
}

export interface Failure {
  error: NativeErrorOf;
  /** Whether it was reported as a final one. */
  isReported: boolean;
}

/** A sub-agent, which works in a session of its own. */
export interface Child {
  /** The key of the call that addressed it last; null if none is known. */
  call: string | null;
  /** Its task, as the call says. */
  title: string;
  /** Whether it outlives the turn, as it runs in the background. */
  outlives: boolean;
  /** Null before it works. */
  progress: Progress | null;
  /** Whether it was aborted or has failed. */
  isCut: boolean;
}

export interface Compaction {
  id: string;
  trigger: 'auto' | 'manual';
  /** The tokens in the context when it began, as far as known. */
  before: number | null;
}

/** Plain JSON. */
export interface OpenCodeState extends Rooted {
  readonly session: string | null;
  readonly title: string | null;
  /** The names of the MCP servers, as far as they are known. */
  readonly servers: readonly string[];
  /** The sizes of context windows, by model. */
  readonly windows: Readonly<Record<string, number>>;
  /** The tokens in the context after the latest answer; null where unknown, as after a compaction. */
  readonly context: { readonly model: string; readonly tokens: number } | null;
  /** The to-do lists of sessions, as they were shown last. */
  readonly plans: Readonly<Record<string, string>>;
  /** When the session was created: older messages were copied into it. */
  readonly created: number | null;
  /** The sub-agents that are at work or about to be, by session. */
  readonly children: Readonly<Record<string, Child>>;
  readonly turn: Turn | null;
  readonly messages: Readonly<Record<string, KnownMessage>>;
  /** The user's message whose parts are arriving, by session. */
  readonly userMessages: Readonly<Record<string, OpenUserMessage>>;
  readonly texts: Readonly<Record<string, OpenText>>;
  readonly tools: Readonly<Record<string, OpenTool>>;
  /** The files that tools of this turn have reported as changed. */
  readonly changed: readonly string[];
  /** Changes without a diff, by key: an update of the user's message may bring it. */
  readonly patches: Readonly<Record<string, OpenPatch>>;
  /** The running compaction of a session. */
  readonly compacting: Readonly<Record<string, Compaction>>;
  /** Whether an error was reported that the server will repeat. */
  readonly echo: boolean;
}

/** A user's message with the parts that have arrived, by id. */
export interface OpenUserMessage {
  message: string;
  parts: Readonly<Record<string, ContentPart>>;
}

export interface OpenPatch {
  session: string;
  files: readonly string[];
}

export type Step = KitStep<OpenCodeState>;
export type Outcome = KitOutcome<OpenCodeState>;

export const initial: OpenCodeState = {
  roots: [],
  session: null,
  title: null,
  servers: [],
  windows: {},
  context: null,
  plans: {},
  created: null,
  children: {},
  turn: null,
  messages: {},
  userMessages: {},
  texts: {},
  tools: {},
  changed: [],
  patches: {},
  compacting: {},
  echo: false,
};

export const newTurn: Turn = {
  id: null,
  prompts: {},
  user: null,
  began: null,
  ended: null,
  progress: notBegun,
  retrying: false,
  aborted: false,
  compacted: [],
  failure: null,
  last: null,
  isSilent: true,
};

export function isOwn(state: OpenCodeState, session: string): boolean {
  return state.session === null || state.session === session;
}

/** A message of a session is shown: in the turn, tools can belong to it. */
export function messageShown(state: OpenCodeState, session: string): OpenCodeState {
  if (!isOwn(state, session) || state.turn?.isSilent !== true) return state;
  return { ...state, turn: { ...state.turn, isSilent: false } };
}

/** The state without everything that ends with a turn. */
export function forgetTurn(state: OpenCodeState): OpenCodeState {
  const { roots, session, title, servers, windows, context, plans, created, echo } = state;
  const children = filtered(state.children, ({ outlives }) => outlives);
  const stays = (id: string) => Object.hasOwn(children, id);
  const kept = <T extends { session: string }>(all: Readonly<Record<string, T>>) =>
    filtered(all, (each) => stays(each.session));
  return {
    ...initial,
    roots,
    session,
    title,
    servers,
    windows,
    context,
    plans: filtered(plans, (_, id) => id === session || stays(id)),
    created,
    echo,
    children,
    // The usage was reported with the turn.
    messages: mapped(kept(state.messages), ({ spent: _, ...message }) => message),
    userMessages: filtered(state.userMessages, (_, id) => stays(id)),
    texts: kept(state.texts),
    tools: kept(state.tools),
    patches: kept(state.patches),
    compacting: filtered(state.compacting, (_, id) => stays(id)),
  };
}

function filtered<T>(
  record: Readonly<Record<string, T>>,
  isKept: (value: T, key: string) => boolean,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).filter(([key, value]) => isKept(value, key)));
}

function mapped<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
