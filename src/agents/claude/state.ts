import type { Draft } from '../../schema/index.js';

/** A message of the model, from its first sign of life to the one that says that it is over. */
export interface OpenMessage {
  readonly id: string;
  readonly key: string;
  /** A message that goes on after its item was closed goes on in another item; the first is 1. */
  readonly part: number;
  readonly closed: boolean;
  /** Between `message_start` and `message_stop`. */
  readonly streaming: boolean;
  /** It ended before it was complete. */
  readonly cut: boolean;
  /** How many thinking blocks it had, and the key of the one that streams. */
  readonly thoughts: number;
  readonly thought: string | null;
  /** The tool call whose input streams. */
  readonly call: { readonly id: string; readonly name: string } | null;
  /** Whether the text block that streams has had no delta yet. */
  readonly fresh: boolean;
  /** How many text blocks were streamed that no `assistant` line has repeated yet. */
  readonly unrepeated: number;
}

/** A tool call that waits for its result. */
export interface PendingCall {
  readonly name: string;
  readonly input: unknown;
  /** The key of the message it came from. */
  readonly message: string;
  readonly thread: string;
}

/** What the translator must remember. Plain JSON. */
export interface ClaudeState {
  /** The latest message of each thread: of the conversation itself under '', of subagents under their tool call. */
  readonly threads: Readonly<Record<string, OpenMessage>>;
  readonly calls: Readonly<Record<string, PendingCall>>;
  /** The requests that no tool result has followed yet, by the tool call they are about. */
  readonly asks: Readonly<Record<string, string>>;
  /** The provider's session; null until it tells, and again after a reset. */
  readonly session: string | null;
  readonly reset: boolean;
  /** The running total of the costs. */
  readonly costUsd: number;
  /** Messages of ours that the CLI holds back until the turn that it began by itself is over. */
  readonly queued: readonly string[];
  /** What such a turn used; it is on the bill of the next. */
  readonly owed: { readonly costUsd: number; readonly usage: Readonly<Record<string, number>> };
  /** The key of the compaction under way. */
  readonly compacting: string | null;
  /** Whether the summary that follows a compaction is still to come. */
  readonly summaryDue: boolean;
  /** Whether the error that will end the turn was told already. */
  readonly errorTold: boolean;
  readonly refused: boolean;
}

export const initial: ClaudeState = {
  threads: {},
  calls: {},
  asks: {},
  session: null,
  reset: false,
  costUsd: 0,
  queued: [],
  owed: { costUsd: 0, usage: {} },
  compacting: null,
  summaryDue: false,
  errorTold: false,
  refused: false,
};

export interface Step {
  state: ClaudeState;
  drafts: Draft[];
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
