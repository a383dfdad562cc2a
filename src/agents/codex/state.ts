import type { ContextUsage } from '../../schema/index.js';
import { failed, message } from '../kit/drafts.js';
import type { Step } from '../kit/fold.js';
import { without } from '../kit/record.js';
import type { Rooted } from '../kit/translator.js';
import type { Compaction } from './compaction.js';
import type { Digest } from './digest.js';
import type { NativeChange } from './native-items.js';
import type { AnnouncedLimits } from './rate-limits.js';
import type { Spending } from './usage.js';

/** A message or thought that is being streamed. */
export interface OpenStream {
  /** The native thread. */
  owner: string;
  /** The part of a thought that was streamed last. */
  index: number;
}

export interface PendingRequest {
  key: string;
  kind: 'permission' | 'question';
}

/**
 * A command under way. Codex may leave it running when its turn ends, and reports its output all the same: each turn
 * that ends completes a piece of the output, and later output is a piece that continues it.
 */
export interface RunningCommand {
  /** The native thread. */
  owner: string;
  id: string;
  callId: string;
  /** The number of completed pieces. */
  pieces: number;
  /** Whether the current piece has begun. */
  isOpen: boolean;
  /** Its turn was interrupted: whatever it still reports is dropped. */
  isCut: boolean;
  /** The output that was streamed so far. */
  streamed: Digest;
  /** The output in completed pieces. */
  settled: Digest;
}

/** A sub-agent: a thread that a call of this session addressed. */
export interface SubAgent {
  title: string;
  /** The key of the call that addressed it last. */
  call: string;
  /** Whether that call addressed others too. */
  sharesCall: boolean;
  /** Its running turn. */
  turn: string | null;
}

/** Plain JSON. */
export interface CodexState extends Rooted {
  /** The session's own thread. */
  readonly thread: string | null;
  /** The version of the program that runs, which need not be the one that began the thread. */
  readonly version: string | null;
  readonly title: string | null;
  readonly model: string | null;
  /** The model that a client asked for last. */
  readonly chosenModel: string | null;
  /** The turn that another model answers. */
  readonly rerouted: { turn: string; model: string } | null;
  /** The sub-agents that were addressed, by their threads. */
  readonly children: Readonly<Record<string, SubAgent>>;
  /** The turn that runs in the session's own thread. */
  readonly turn: string | null;
  /** The turn whose final error was reported: `turn/completed` repeats it. */
  readonly failedTurn: string | null;
  readonly open: Readonly<Record<string, OpenStream>>;
  /** Commands by the key of their item. */
  readonly commands: Readonly<Record<string, RunningCommand>>;
  /** Requests by their native id, as only that comes with their end. */
  readonly requests: Readonly<Record<string, PendingRequest>>;
  /** Patches under way by the key of their item: the request to approve one does not repeat it. */
  readonly changes: Readonly<Record<string, readonly NativeChange[]>>;
  /** Whether a client asked for the next compaction. */
  readonly isCompactionAsked: boolean;
  /** Compactions under way by the key of their item. */
  readonly compactions: Readonly<Record<string, Compaction>>;
  /** The latest plan of each thread. */
  readonly plans: Readonly<Record<string, Digest>>;
  /** The errors of MCP servers that failed to start, by name. */
  readonly failedMcp: Readonly<Record<string, Digest>>;
  readonly limits: AnnouncedLimits;
  readonly spending: Spending;
  /** Of the session's own thread. */
  readonly context: ContextUsage | null;
  /** The number of items without a native id so far. */
  readonly notes: number;
}

export const initial: CodexState = {
  roots: [],
  thread: null,
  version: null,
  title: null,
  model: null,
  chosenModel: null,
  rerouted: null,
  children: {},
  turn: null,
  failedTurn: null,
  open: {},
  commands: {},
  requests: {},
  changes: {},
  isCompactionAsked: false,
  compactions: {},
  plans: {},
  failedMcp: {},
  limits: {},
  spending: { spent: {}, seen: {} },
  context: null,
  notes: 0,
};

export function isOwn(state: CodexState, thread: string): boolean {
  return state.thread === null || state.thread === thread;
}

/** The sub-agent of a native thread; undefined for the session's own. */
export function subAgentOf(state: CodexState, thread: string): string | undefined {
  return isOwn(state, thread) ? undefined : thread;
}

/** Opens a stream, or moves a thought on to its next part. */
export function opened(state: CodexState, key: string, stream: OpenStream): CodexState {
  return { ...state, open: { ...state.open, [key]: stream } };
}

/**
 * Fails the open messages of a thread: those that an interrupt, a steer or a retry cuts off are never completed by
 * Codex, and the turn may still end well.
 */
export function cut(state: CodexState, thread: string): Step<CodexState> {
  const keys = Object.keys(state.open).filter((key) => state.open[key]?.owner === thread);
  return {
    state: { ...state, open: without(state.open, ...keys) },
    drafts: keys.map((key) => failed(message({ key }))),
  };
}

/** The state without the requests, patches and compactions of a turn that is over. */
export function forgetTurn(state: CodexState, turn: string): CodexState {
  const ofTurn = (key: string) => key.startsWith(`${turn}/`);
  const requests = Object.keys(state.requests).filter((id) => ofTurn(state.requests[id]?.key ?? ''));
  return {
    ...state,
    requests: without(state.requests, ...requests),
    changes: without(state.changes, ...Object.keys(state.changes).filter(ofTurn)),
    compactions: without(state.compactions, ...Object.keys(state.compactions).filter(ofTurn)),
  };
}
