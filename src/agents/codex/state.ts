import { failed, message } from '../kit/drafts.js';
import type { Step } from '../kit/fold.js';
import { without } from '../kit/record.js';
import type { NativeChange } from './native-items.js';
import { noTokens, type Spending } from './usage.js';

/** An item that is being streamed. */
export interface OpenStream {
  thread: string;
  kind: 'message' | 'thought' | 'result';
  /** The part of a thought that was streamed last. */
  index: number;
}

export interface PendingRequest {
  key: string;
  kind: 'permission' | 'question';
}

/** Plain JSON. */
export interface CodexState {
  /** The session's own thread. */
  readonly thread: string | null;
  readonly cwd: string | null;
  /** Threads of sub-agents, and the key of the item that started each. */
  readonly children: Readonly<Record<string, string>>;
  /** The turn that runs in the session's own thread. */
  readonly turn: string | null;
  /** The turn whose final error was reported: `turn/completed` repeats it. */
  readonly failedTurn: string | null;
  readonly open: Readonly<Record<string, OpenStream>>;
  /** Requests by their native id, as only that comes with their end. */
  readonly requests: Readonly<Record<string, PendingRequest>>;
  /** Patches under way by the key of their item: the request to approve one does not repeat it. */
  readonly changes: Readonly<Record<string, readonly NativeChange[]>>;
  readonly spending: Spending;
  /** The number of items without a native id so far. */
  readonly notes: number;
}

export const initial: CodexState = {
  thread: null,
  cwd: null,
  children: {},
  turn: null,
  failedTurn: null,
  open: {},
  requests: {},
  changes: {},
  spending: { spent: noTokens, seen: {} },
  notes: 0,
};

export function isOwn(state: CodexState, thread: string): boolean {
  return state.thread === null || state.thread === thread;
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
  const keys = Object.entries(state.open).flatMap(([key, stream]) =>
    stream.thread === thread && stream.kind !== 'result' ? [key] : [],
  );
  return {
    state: { ...state, open: without(state.open, ...keys) },
    drafts: keys.map((key) => failed(message({ key }))),
  };
}

/** The state without the streams, requests and patches of a turn that is over. */
export function forgetTurn(state: CodexState, thread: string, turn: string): CodexState {
  const ofTurn = (key: string) => key.startsWith(`${turn}/`);
  const open = Object.keys(state.open).filter((key) => state.open[key]?.thread === thread);
  const requests = Object.keys(state.requests).filter((id) => ofTurn(state.requests[id]?.key ?? ''));
  return {
    ...state,
    open: without(state.open, ...open),
    requests: without(state.requests, ...requests),
    changes: without(state.changes, ...Object.keys(state.changes).filter(ofTurn)),
  };
}
