import type {
  Attachment,
  Disposition,
  Draft,
  Effect,
  EventSource,
  PermissionReply,
  Problem,
  ProcessExit,
  SessionSettings,
  UniversalEvent,
  WhenBusy,
} from '../../src/schema/index.js';
import type { Entry } from './evolve.js';

/** The machine has no clock: every input carries its time, RFC 3339 with milliseconds. */
export interface Timed {
  at: string;
}

export interface SendCommand extends Timed {
  type: 'command.send';
  messageId: string;
  message: string;
  attachments: Attachment[];
  whenBusy: WhenBusy;
}
/** New settings for the agent, and the text of the status item that announces them. */
export interface ConfigureCommand extends Timed {
  type: 'command.configure';
  settings: SessionSettings;
  detail: string;
}

/** Interrupts a thread; without one the running turn, or all threads if none is running. */
export interface InterruptCommand extends Timed {
  type: 'command.interrupt';
  threadId?: string | null;
}

export type Command =
  | SendCommand
  | InterruptCommand
  | (Timed & { type: 'command.terminate' })
  | (Timed & { type: 'command.reply'; permissionId: string; reply: PermissionReply; message: string | null })
  | (Timed & { type: 'command.answer'; questionId: string; answers: string[][] })
  | (Timed & { type: 'command.reject'; questionId: string })
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

export type DaemonInput = Timed & { type: 'daemon.stopping' | 'daemon.restarted' };

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
