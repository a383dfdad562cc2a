import type {
  Attachment,
  ClientRef,
  Disposition,
  Draft,
  Effect,
  EventSource,
  PermissionReply,
  Problem,
  ProcessExit,
  SendNow,
  SessionSettings,
  UniversalEvent,
  WhenBusy,
} from '../../src/schema/index.js';
import type { Entry } from './evolve.js';

/** The machine has no clock: every input carries its time, RFC 3339 with milliseconds. */
export interface Timed {
  at: string;
}

/** A command whose event names the client. */
export interface ByClient extends Timed {
  client?: ClientRef | undefined;
}

/** That a message was received, whatever became of it. */
export interface MessageReceipt {
  /** Of the content that was first sent under its id. */
  fingerprint: string;
  /** Whether it was taken back from the queue. */
  isTakenBack: boolean;
}

/** A command about a message. The machine remembers the latest messages only; the log has the receipts of all. */
interface MessageCommand extends Timed {
  messageId: string;
  /** The receipt as the log has it, if there is one. */
  earlier?: MessageReceipt | null;
}

export interface SendCommand extends MessageCommand {
  type: 'command.send';
  message: string;
  attachments: Attachment[];
  /** Identifies the content: a repeated messageId with another fingerprint is a conflict. */
  fingerprint: string;
  whenBusy: WhenBusy;
}

/** Edits, moves or sends a queued message. */
export interface UpdateQueuedCommand extends MessageCommand {
  type: 'command.queue.update';
  /** The revision that the change is based on; null for any. */
  revision: number | null;
  message?: string | null | undefined;
  attachments?: Attachment[] | null | undefined;
  /** The new place, from 0. */
  position?: number | null | undefined;
  /** Sends it now instead: into the running turn, or by interrupting it. */
  whenBusy?: SendNow | null | undefined;
}

/** Takes a queued message back. */
export interface RemoveQueuedCommand extends MessageCommand {
  type: 'command.queue.remove';
}

export type QueueCommand = UpdateQueuedCommand | RemoveQueuedCommand;

/** New settings for the agent, and what changes, also in words, for the notice that announces them. */
export interface ConfigureCommand extends Timed {
  type: 'command.configure';
  settings: SessionSettings;
  changes: Partial<SessionSettings>;
  detail: string;
}

/** Interrupts a thread; without one the running turn, or all threads if none is running. */
export interface InterruptCommand extends Timed {
  type: 'command.interrupt';
  threadId?: string | null;
}

export type Command =
  | SendCommand
  | QueueCommand
  | InterruptCommand
  | (Timed & { type: 'command.terminate' })
  | (ByClient & {
      type: 'command.reply';
      permissionId: string;
      reply: PermissionReply;
      message: string | null;
    })
  | (ByClient & { type: 'command.answer'; questionId: string; answers: string[][] })
  | (ByClient & { type: 'command.reject'; questionId: string })
  | ConfigureCommand;

export interface DraftInput extends Timed {
  type: `draft.${Draft['type']}`;
  draft: Draft;
  /** `daemon` if the draft stems from a notice of our own connection; `agent` by default. */
  source?: EventSource;
  /** The native payload it was translated from, as JSON text. */
  raw: string | null;
  /** Further deltas of the same item that followed immediately: a run of deltas is decided on in one step. */
  more?: readonly MoreDelta[];
}

export interface MoreDelta {
  delta: string;
  raw: string | null;
}

export type AgentInput =
  | (Timed & { type: 'agent.ready'; nativeSessionId: string | null; metadata: Record<string, unknown> })
  | (Timed & { type: 'agent.exited'; exit: ProcessExit })
  /** The message never reached the agent: it was refused, or the agent was interrupted while still starting. */
  | (Timed & { type: 'agent.unprompted'; failure: string | null });

export type DaemonInput =
  | (Timed & { type: 'daemon.stopping' })
  /** Queued messages are delivered, unless the agent is `unavailable` for a reason that only a client can change. */
  | (Timed & { type: 'daemon.restarted'; unavailable?: string | null })
  /** The daemon could not handle something of this session. */
  | (Timed & { type: 'daemon.failed'; message: string })
  /** Nobody has replied to a request in the time that the session allows. */
  | (Timed & { type: 'request.expired'; requestId: string });

/** Inputs from outside. They are decided on; only the resulting events change state. */
export type SessionInputEvent = Command | DraftInput | AgentInput | DaemonInput;

/** Everything the machine reacts to: inputs, and the events it decided on or that a replay feeds in. */
export type SessionEvent = SessionInputEvent | Entry;

export type SessionEmitted =
  | { type: 'event'; event: UniversalEvent; raw: string | null }
  | { type: 'effect'; effect: Effect }
  | { type: 'accepted'; disposition: Disposition | null }
  | { type: 'refused'; command: Command['type']; problem: Problem }
  /** A late or duplicate draft, which has no effect. */
  | { type: 'dropped'; input: string; subject: string | null; reason: string };
