import type {
  Attachment,
  Disposition,
  Draft,
  Effect,
  PermissionReply,
  Problem,
  SessionSettings,
  UniversalEvent,
  WhenBusy,
} from '../../src/schema/index.js';
import type { AgentExit } from './endings.js';
import type { Entry } from './evolve.js';

/** When it happened, RFC 3339 with milliseconds: the machine has no clock. */
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
/** What the human changes about the agent, and how it is told to readers. */
export interface ConfigureCommand extends Timed {
  type: 'command.configure';
  settings: SessionSettings;
  detail: string;
}

export type Command =
  | SendCommand
  | (Timed & { type: 'command.interrupt' })
  | (Timed & { type: 'command.terminate' })
  | (Timed & { type: 'command.reply'; permissionId: string; reply: PermissionReply; message: string | null })
  | (Timed & { type: 'command.answer'; questionId: string; answers: string[][] })
  | (Timed & { type: 'command.reject'; questionId: string })
  | ConfigureCommand;

export interface DraftInput extends Timed {
  type: `draft.${Draft['type']}`;
  draft: Draft;
  /** The native payload it was made of, as JSON text. */
  raw: string | null;
  /** For a delta: those of the same item that came right behind it. A run of deltas is ruled upon in one step. */
  more?: readonly MoreDelta[];
}

export interface MoreDelta {
  delta: string;
  raw: string | null;
}

export type AgentInput =
  | (Timed & { type: 'agent.ready'; nativeSessionId: string | null; metadata: Record<string, unknown> })
  | (Timed & { type: 'agent.exited'; exit: AgentExit })
  /** The message never reached the agent: it would not take it, or was still being started when it was interrupted. */
  | (Timed & { type: 'agent.unprompted'; failure: string | null });

export type DaemonInput = Timed & { type: 'daemon.stopping' | 'daemon.restarted' };

/** What comes in from outside. Inputs are decided upon; they move nothing by themselves. */
export type SessionInputEvent = Command | DraftInput | AgentInput | DaemonInput;

/** What the machine reacts to: inputs, and the events that it decided on (or that a replay brings). */
export type SessionEvent = SessionInputEvent | Entry;

/** What the machine tells its surroundings. */
export type SessionEmitted =
  | { type: 'event'; event: UniversalEvent; raw: string | null }
  | { type: 'effect'; effect: Effect }
  | { type: 'accepted'; disposition: Disposition | null }
  | { type: 'refused'; command: Command['type']; problem: Problem }
  /** A draft that came too late or twice: nothing follows from it. */
  | { type: 'dropped'; input: string; subject: string | null; reason: string };
