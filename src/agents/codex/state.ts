import type { Draft } from '../../schema/index.js';
import type { NativeChange } from './native-items.js';
import { noTokens, type Spending } from './usage.js';

/** What is being filled, and for which thread. */
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

/** What must be remembered from one line to the next. Plain JSON. */
export interface CodexState {
  /** The session's own thread. */
  readonly thread: string | null;
  readonly cwd: string | null;
  /** Threads of sub-agents, and the key of the item that each came from. */
  readonly children: Readonly<Record<string, string>>;
  /** The turn that runs in our own thread. */
  readonly turn: string | null;
  /** The turn whose final error was told: `turn/completed` repeats it. */
  readonly told: string | null;
  readonly open: Readonly<Record<string, OpenStream>>;
  /** Requests by their native id, as only that comes with their end. */
  readonly requests: Readonly<Record<string, PendingRequest>>;
  /** Patches under way by the key of their item: the request to approve one does not repeat it. */
  readonly changes: Readonly<Record<string, readonly NativeChange[]>>;
  readonly spending: Spending;
  /** How many items without a native id there were. */
  readonly notes: number;
}

export const initial: CodexState = {
  thread: null,
  cwd: null,
  children: {},
  turn: null,
  told: null,
  open: {},
  requests: {},
  changes: {},
  spending: { spent: noTokens, seen: {} },
  notes: 0,
};

/** What a line leads to. Without a state of its own it leaves everything as it was. */
export interface Step {
  state?: CodexState;
  drafts: Draft[];
}

export function isOwn(state: CodexState, thread: string): boolean {
  return state.thread === null || state.thread === thread;
}

export function without<T>(record: Readonly<Record<string, T>>, ...keys: string[]): Record<string, T> {
  const rest = { ...record };
  for (const key of keys) delete rest[key];
  return rest;
}

/** Opens a stream, or moves a thought on to its next part. */
export function opened(state: CodexState, key: string, stream: OpenStream): CodexState {
  return { ...state, open: { ...state.open, [key]: stream } };
}

/**
 * Ends the messages that a thread was saying: for the ones that an interrupt, a steer or a retry cuts off no end
 * ever comes, and the turn may still end well.
 */
export function cut(state: CodexState, thread: string): { state: CodexState; drafts: Draft[] } {
  const keys = Object.keys(state.open).filter((key) => {
    const stream = state.open[key];
    return stream?.thread === thread && stream.kind !== 'result';
  });
  if (keys.length === 0) return { state, drafts: [] };
  return {
    state: { ...state, open: without(state.open, ...keys) },
    drafts: keys.map((key) => ({
      type: 'item.completed',
      item: { key, kind: 'message', role: 'assistant', status: 'failed' },
    })),
  };
}

/** Forgets all of a turn that is over, but for what a new turn may still need. */
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
