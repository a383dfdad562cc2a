import type {
  Attachment,
  ContentPart,
  ItemKind,
  ItemRole,
  OnAgentExit,
  PermissionData,
  QuestionData,
  SessionEndedData,
  Usage,
} from '../../src/schema/index.js';
import { emptyLedger, type Ledger } from './ledger.js';

export interface SessionInput {
  sessionId: string;
  /** Random and globally unique; part of every id of an event, item, turn or request. */
  uid: string;
  /** Whether the agent accepts messages during a running turn. */
  steer: boolean;
  /** Whether a single sub-agent can be interrupted. */
  interruptThread: boolean;
  /** Whether the agent echoes the user's messages as items of its own. */
  echoesUser: boolean;
  onAgentExit: OnAgentExit;
  /** Metadata of `session.started` that is known without the agent. */
  metadata: Record<string, unknown>;
}

/** An item that has started but not completed. */
export interface OpenItem {
  id: string;
  /** Ordinal within the session: open items are closed newest first, children before their parents. */
  number: number;
  key: string;
  native: string | null;
  parent: string | null;
  thread: string | null;
  continues: string | null;
  kind: ItemKind;
  role: ItemRole | null;
  content: readonly ContentPart[];
  /** The concatenated deltas. */
  text: string;
}

/** A sub-agent at work: its `agent` item is open. */
export interface RunningThread {
  id: string;
  /** The provider's id of the sub-agent. */
  key: string;
  /** The thread of the tool call that started it. */
  parent: string | null;
  title: string;
  /** The id of its open `agent` item. */
  item: string;
  startedAt: string;
  /** Its latest assistant message of this run. */
  assistant: string | null;
}

export interface OpenTurn {
  id: string;
  /** The user message that started the turn. */
  user: string | null;
  /** The latest assistant message, not counting those of subagents. */
  assistant: string | null;
}

/** A request waiting for a human. `key` is the agent's own id for it. */
export type PendingRequest =
  | { kind: 'permission'; key: string; data: PermissionData }
  | { kind: 'question'; key: string; data: QuestionData };

export interface QueuedMessage {
  messageId: string;
  message: string;
  attachments: Attachment[];
}

export interface UnechoedMessage extends QueuedMessage {
  /** The item's id if the daemon wrote the message because no echo came in time. */
  written: string | null;
}

/** State derived from events alone: replaying the log yields exactly this. */
export interface Projection {
  sequence: number;
  time: string;
  nativeSessionId: string | null;
  started: boolean;
  ended: SessionEndedData | null;
  turn: OpenTurn | null;
  /** Totals, from which the next ids are numbered. */
  turns: number;
  items: number;
  requests: number;
  threadCount: number;
  /** Open items by key. */
  open: Readonly<Record<string, OpenItem>>;
  pending: Readonly<Record<string, PendingRequest>>;
  /** Running threads by id. */
  threads: Readonly<Record<string, RunningThread>>;
  /** Thread ids by the provider's ids and by themselves, for all threads of the session. */
  threadIds: Ledger;
  /** The threads of all tool calls by item id; empty for the main thread. */
  callThreads: Ledger;
  /** The latest message of the conversation. */
  lastMessage: string | null;
  usage: Usage;
  costUsd: number;
  /** Item ids by translator key, for all items of the session. */
  keys: Ledger;
  /** The call_ids of completed tool calls. */
  calls: Ledger;
}

/** State that no event carries; it is kept only in the snapshot. */
export interface Memory {
  queue: readonly QueuedMessage[];
  /** Set while the daemon shuts down: queued messages wait for the next daemon. */
  held: boolean;
  /** The messageIds accepted so far, to detect duplicates. */
  taken: Ledger;
  /** User messages of this turn that the agent has not echoed yet. */
  unechoed: readonly UnechoedMessage[];
  /** The ids of the threads that the provider ends with the running turn. */
  turnThreads: readonly string[];
}

export interface SessionContext extends Projection, Memory {
  readonly input: SessionInput;
}

export function initialContext(input: SessionInput): SessionContext {
  return {
    input,
    sequence: 0,
    time: '',
    nativeSessionId: null,
    started: false,
    ended: null,
    turn: null,
    turns: 0,
    items: 0,
    requests: 0,
    threadCount: 0,
    open: {},
    pending: {},
    threads: {},
    threadIds: emptyLedger,
    callThreads: emptyLedger,
    lastMessage: null,
    usage: {},
    costUsd: 0,
    keys: emptyLedger,
    calls: emptyLedger,
    queue: [],
    held: false,
    taken: emptyLedger,
    unechoed: [],
    turnThreads: [],
  };
}
