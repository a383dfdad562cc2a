import type { PlanEntry, ReportedUsage } from '../../schema/index.js';
import type { Step as FoldStep } from '../kit/fold.js';
import type { Rooted } from '../kit/translator.js';
import type { ModeSettings } from './arguments.js';

/** A model message, kept after its end in case more of it arrives. */
export interface OpenMessage {
  readonly id: string;
  readonly key: string;
  /** Counts the items of the message, from 1: one that continues after its item was closed gets another item. */
  readonly part: number;
  readonly closed: boolean;
  /** Between `message_start` and `message_stop`. */
  readonly streaming: boolean;
  /** Whether it was cut off before it was complete. */
  readonly cut: boolean;
  /** Number of thinking blocks, and the key of the one that is streaming. */
  readonly thoughts: number;
  readonly thought: string | null;
  /** The tool call whose input is streaming. */
  readonly call: { readonly id: string; readonly name: string } | null;
  /** Whether the streaming text block has had no delta yet. */
  readonly isEmptyBlock: boolean;
  /** Number of streamed text blocks that no `assistant` line has repeated yet. */
  readonly unrepeated: number;
}

/** The thread of the main conversation. */
export const MAIN = '';

/** A sub-agent that has been seen. */
export interface SubAgent {
  readonly title: string;
  readonly isRunning: boolean;
  readonly endsWithTurn: boolean;
  /** Whether the CLI reports its start and end. */
  readonly hasTask: boolean;
}

/** A tool call without a result so far. */
export interface PendingCall {
  readonly name: string;
  readonly input: unknown;
  /** The key of the message that contains it. */
  readonly message: string;
  readonly thread: string;
}

/** A request to a human, and the tool call it is for. */
export interface OpenRequest {
  readonly kind: 'permission' | 'question';
  readonly call: string | null;
  readonly thread: string;
}

/** Plain JSON. */
export interface ClaudeState extends Rooted {
  /** The latest message by thread: the main one, or a sub-agent's id. */
  readonly threads: Readonly<Record<string, OpenMessage>>;
  readonly calls: Readonly<Record<string, PendingCall>>;
  readonly agents: Readonly<Record<string, SubAgent>>;
  /** The ids of sub-agents by the tool calls that addressed them. */
  readonly agentsByCall: Readonly<Record<string, string>>;
  /** Requests without a tool result so far, by key. */
  readonly requests: Readonly<Record<string, OpenRequest>>;
  /** The native session id; null until known. */
  readonly session: string | null;
  /** Whether the conversation was reset and the new session id is not known yet. */
  readonly reset: boolean;
  /** Whether the CLI is in a turn, between `system/init` and `result`. */
  readonly inTurn: boolean;
  /** Running total of the costs. */
  readonly costUsd: number;
  /** Uuids of our messages that the CLI has not taken yet. */
  readonly queued: readonly string[];
  /** Whether the CLI reports which messages it has taken; older versions do not. */
  readonly tellsQueue: boolean;
  /** Cost, tokens and time of results that did not end the turn, which are added to the next one. */
  readonly carriedOver: {
    readonly costUsd: number;
    readonly usage: ReportedUsage;
    readonly durationMs: number;
  };
  /** The running compaction, or one whose details are still to come. */
  readonly compacting: { readonly key: string; readonly isDone: boolean } | null;
  /** Whether the summary that follows a compaction is still expected. */
  readonly summaryDue: boolean;
  /** Whether the error that will end the turn was already reported. */
  readonly errorReported: boolean;
  readonly refused: boolean;
  /** The model in use, and the one that answered in this turn. */
  readonly model: string | null;
  readonly answeredBy: string | null;
  /** The tokens of the latest message of the main thread. */
  readonly mainUsage: MessageUsage | null;
  /** The session's settings, if they are known. */
  readonly settings: ModeSettings | null;
  /** The CLI's permission mode, if it is known. */
  readonly permissionMode: string | null;
  /** MCP servers that were announced as broken, with their errors. */
  readonly brokenServers: Readonly<Record<string, string>>;
  /** The to-do lists that were announced, as JSON, by thread. */
  readonly plans: Readonly<Record<string, string>>;
  /** The list of the task tools. It is not whole if the session was resumed and had tasks before. */
  readonly tasks: { readonly isWhole: boolean; readonly entries: Readonly<Record<string, PlanEntry>> };
}

/** As the Messages API reports it. */
export interface MessageUsage {
  readonly input_tokens?: number | undefined;
  readonly output_tokens?: number | undefined;
  readonly cache_creation_input_tokens?: number | undefined;
  readonly cache_read_input_tokens?: number | undefined;
}

export const initial: ClaudeState = {
  roots: [],
  threads: {},
  calls: {},
  agents: {},
  agentsByCall: {},
  requests: {},
  session: null,
  reset: false,
  inTurn: false,
  costUsd: 0,
  queued: [],
  tellsQueue: false,
  carriedOver: { costUsd: 0, usage: {}, durationMs: 0 },
  compacting: null,
  summaryDue: false,
  errorReported: false,
  refused: false,
  model: null,
  answeredBy: null,
  mainUsage: null,
  settings: null,
  permissionMode: null,
  brokenServers: {},
  plans: {},
  tasks: { isWhole: false, entries: {} },
};

export type Step = FoldStep<ClaudeState>;
