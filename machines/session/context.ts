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
import type { Digest } from './digest.js';
import { type Facts, noFacts } from './facts.js';
import { emptyLedger, type Ledger } from './ledger.js';
import { noOpenItems, type OpenItems } from './open-items.js';
import type { TextSize } from './text-size.js';

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
  /** The versions of the agent that were tested; none if any version will do. */
  testedVersions?: readonly string[];
  /** How many items may be open at once; 1,000 by default. */
  openItems?: number;
  /** How many bytes of text an item may have before it is continued by another; 1 MiB by default. */
  textLimit?: number;
  /** How many messages may be queued; 100 by default. */
  queuedMessages?: number;
  /** Beyond how many bytes of queued messages no more are queued; 16 MiB by default. */
  queuedBytes?: number;
  /** What the session may cost, in US dollars; as much as it likes by default. */
  maxCostUsd?: number;
  /** How many tokens it may use; as many as it likes by default. */
  maxTokens?: number;
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
  size: TextSize;
  /** The text of the pieces that it continues, if it is a piece of a long text; unknown in a replay. */
  before: Digest | null;
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

/** A request waiting for a human. `key` is the agent's own id for it, `sequence` the event that asked. */
export type PendingRequest = { key: string; sequence: number } & (
  | { kind: 'permission'; data: PermissionData }
  | { kind: 'question'; data: QuestionData }
);

export interface UserMessage {
  messageId: string;
  message: string;
  attachments: Attachment[];
}

/** A message that waits for the running turn to end. */
export interface QueuedMessage extends UserMessage {
  /** Grows with each change of the message or its place. */
  revision: number;
  /** Orders the queue. Fractional, so that moving a message changes no other. */
  rank: number;
  queuedAt: string;
}

export interface UnechoedMessage extends UserMessage {
  /** The item's id if the daemon wrote the message because no echo came in time. */
  written: string | null;
}

/** State derived from events alone: replaying the log yields exactly this. */
export interface Projection extends Facts {
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
  open: OpenItems;
  /** Whether too many items were open in this turn. */
  overflowed: boolean;
  pending: Readonly<Record<string, PendingRequest>>;
  /** Running threads by id. */
  threads: Readonly<Record<string, RunningThread>>;
  /** Thread ids by the provider's ids and by themselves. */
  threadIds: Ledger;
  /** The threads of tool calls by item id; empty for the main thread. */
  callThreads: Ledger;
  /** The latest message of the conversation. */
  lastMessage: string | null;
  usage: Usage;
  costUsd: number;
  /** Item ids by translator key. */
  keys: Ledger;
  /** The call_ids of completed tool calls. */
  calls: Ledger;
}

/** State that no event carries; it is kept only in the snapshot. */
export interface Memory {
  /** Sorted by rank. */
  queue: readonly QueuedMessage[];
  /** Grows with each change of the queue. */
  queueRevision: number;
  /** Set while the daemon shuts down, or cannot start the agent: queued messages wait. */
  held: boolean;
  /** The fingerprints of accepted messages, by messageId; empty for those of earlier versions. */
  taken: Ledger;
  /** The messageIds of queued messages that were taken back. */
  takenBack: Ledger;
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
    open: noOpenItems,
    overflowed: false,
    pending: {},
    threads: {},
    threadIds: emptyLedger,
    callThreads: emptyLedger,
    lastMessage: null,
    ...noFacts,
    usage: {},
    costUsd: 0,
    keys: emptyLedger,
    calls: emptyLedger,
    queue: [],
    queueRevision: 0,
    held: false,
    taken: emptyLedger,
    takenBack: emptyLedger,
    unechoed: [],
    turnThreads: [],
  };
}
