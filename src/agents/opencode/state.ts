import type { ContentPart, Draft } from '../../schema/index.js';
import type { NativeErrorOf } from './native-messages.js';
import type { Spent } from './usage.js';

/** A message, by whom: `none` where it is nobody's, as the copies in a fork and the summary of a compaction are. */
export interface KnownMessage {
  by: 'user' | 'assistant' | 'none';
  spent?: Spent;
}

/** A text or a thought that is being said. */
export interface OpenText {
  session: string;
  kind: 'text' | 'reasoning';
  /** How much of it was streamed. */
  length: number;
  /** An item is opened by the first word: some parts never get one. */
  started: boolean;
  /** Set where events were lost: what comes now does not join what came before. Its end tells it whole. */
  torn: boolean;
}

/** How far an output was streamed: the server repeats all of it with each update. */
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
  /** What we call it; null where somebody else began it. */
  id: string | null;
  /** The messages that we sent, by native id, with our client's id. */
  prompts: Readonly<Record<string, string | null>>;
  /** The user's message that began it, and when. */
  user: string | null;
  began: number | null;
  ended: number | null;
  /** Whether the server was seen at work: an idle from before then belongs to an earlier turn. */
  busy: boolean;
  retrying: boolean;
  aborted: boolean;
  /** The sessions that were compacted in it: there the server says again what the user said. */
  compacted: readonly string[];
  failure: Failure | null;
  /** The latest message of the assistant. */
  last: { id: string; completed: boolean; finish: string | null } | null;
}

export interface Failure {
  error: NativeErrorOf;
  /** Whether it was told as a final one. */
  told: boolean;
}

/** What must be remembered from one event to the next. Plain JSON. */
export interface OpenCodeState {
  readonly session: string | null;
  readonly directory: string | null;
  /** When the session was made: what is older was copied into it. */
  readonly created: number | null;
  /** The sessions of sub-agents, and the key of the call that each came from. */
  readonly children: Readonly<Record<string, string>>;
  readonly turn: Turn | null;
  readonly messages: Readonly<Record<string, KnownMessage>>;
  /** The user's message that is being told, part by part, in each session. */
  readonly hearing: Readonly<Record<string, Hearing>>;
  readonly texts: Readonly<Record<string, OpenText>>;
  readonly tools: Readonly<Record<string, OpenTool>>;
  /** The files whose changes a tool has told in this turn. */
  readonly changed: readonly string[];
  /** Changes without a diff, by key: the user's message may tell it later. */
  readonly patches: Readonly<Record<string, OpenPatch>>;
  /** The compaction that runs in a session, by key. */
  readonly compacting: Readonly<Record<string, string>>;
  /** Whether an error was told that the server will repeat. */
  readonly echo: boolean;
}

/** A user's message, its parts by id. */
export interface Hearing {
  message: string;
  parts: Readonly<Record<string, ContentPart>>;
}

export interface OpenPatch {
  session: string;
  files: readonly string[];
}

export const initial: OpenCodeState = {
  session: null,
  directory: null,
  created: null,
  children: {},
  turn: null,
  messages: {},
  hearing: {},
  texts: {},
  tools: {},
  changed: [],
  patches: {},
  compacting: {},
  echo: false,
};

export const noTurn: Turn = {
  id: null,
  prompts: {},
  user: null,
  began: null,
  ended: null,
  busy: false,
  retrying: false,
  aborted: false,
  compacted: [],
  failure: null,
  last: null,
};

/** What an event leads to. Without a state of its own it leaves everything as it was. */
export interface Step {
  state?: OpenCodeState;
  drafts: Draft[];
}

export const nothing: Step = { drafts: [] };

/** One step after the other, each from where the one before it led. */
export function follow(from: OpenCodeState, ...steps: ((state: OpenCodeState) => Step)[]): Required<Step> {
  let state = from;
  const drafts: Draft[] = [];
  for (const step of steps) {
    const next = step(state);
    state = next.state ?? state;
    drafts.push(...next.drafts);
  }
  return { state, drafts };
}

export function isOwn(state: OpenCodeState, session: string): boolean {
  return state.session === null || state.session === session;
}

/** What there is under a key that came from outside. */
export function at<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

export function without<T>(record: Readonly<Record<string, T>>, ...keys: string[]): Record<string, T> {
  const rest = { ...record };
  for (const key of keys) delete rest[key];
  return rest;
}

/** Forgets all of a turn that is over, or that is none of ours. */
export function forgetTurn(state: OpenCodeState): OpenCodeState {
  const { session, directory, created, children, echo } = state;
  return { ...initial, session, directory, created, children, echo };
}
