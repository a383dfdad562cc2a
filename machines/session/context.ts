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

/** What a session machine is born with. */
export interface SessionInput {
  sessionId: string;
  /** Random, unique over all sessions that ever were: events, items and turns are named after it. */
  uid: string;
  /** Whether a message can be steered into a running turn. */
  steer: boolean;
  /** Whether the agent sends the user's messages back. */
  echoesUser: boolean;
  onAgentExit: OnAgentExit;
  /** For `session.started`: what we know without the agent. */
  metadata: Record<string, unknown>;
}

/** An item that was started and not completed. */
export interface OpenItem {
  id: string;
  /** Which one of the session's items it is: items are closed in the order of their start. */
  number: number;
  key: string;
  native: string | null;
  parent: string | null;
  kind: ItemKind;
  role: ItemRole | null;
  content: readonly ContentPart[];
  /** All deltas so far, joined. */
  text: string;
}

export interface OpenTurn {
  id: string;
  /** The user message that began it. */
  user: string | null;
  /** The latest assistant message that belongs to no subagent. */
  assistant: string | null;
}

/** A request that waits for a human. `key` is what the agent calls it. */
export type PendingRequest =
  | { kind: 'permission'; key: string; data: PermissionData }
  | { kind: 'question'; key: string; data: QuestionData };

export interface QueuedMessage {
  messageId: string;
  message: string;
  attachments: Attachment[];
}

export interface UnechoedMessage extends QueuedMessage {
  /** The id of the item, once we had to write it ourselves. */
  written: string | null;
}

/** What follows from the events alone: a replay of the log gives exactly this. */
export interface Projection {
  sequence: number;
  time: string;
  nativeSessionId: string | null;
  started: boolean;
  ended: SessionEndedData | null;
  turn: OpenTurn | null;
  /** How many there ever were: the next one's number. */
  turns: number;
  items: number;
  requests: number;
  /** Open items by key. */
  open: Readonly<Record<string, OpenItem>>;
  pending: Readonly<Record<string, PendingRequest>>;
  /** The latest message of the session. */
  lastMessage: string | null;
  usage: Usage;
  costUsd: number;
  /** From a translator's key to the item's id, for all items that ever were. */
  keys: Ledger;
  /** The call_ids of completed tool calls. */
  calls: Ledger;
}

/** What no event tells: it is kept in the snapshot only. */
export interface Memory {
  queue: readonly QueuedMessage[];
  /** Set while the daemon stops: what is queued waits for the next one. */
  held: boolean;
  /** The messageIds that were taken. */
  taken: Ledger;
  /** The user's messages of this turn that the agent has not sent back yet. */
  unechoed: readonly UnechoedMessage[];
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
    open: {},
    pending: {},
    lastMessage: null,
    usage: {},
    costUsd: 0,
    keys: emptyLedger,
    calls: emptyLedger,
    queue: [],
    held: false,
    taken: emptyLedger,
    unechoed: [],
  };
}
