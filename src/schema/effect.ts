import type { Attachment } from './command.js';
import type { PermissionReply } from './request.js';
import type { SessionSettings } from './settings.js';

/** A message on its way to the agent. */
export interface Prompt {
  turnId: string;
  messageId: string;
  message: string;
  attachments: Attachment[];
}

/** An action outside the session machine: the machine decides on it, and others carry it out. */
export type Effect =
  | { type: 'prompt'; prompt: Prompt }
  | { type: 'steer'; prompt: Prompt }
  | { type: 'interrupt'; turnId: string }
  /** Interrupts one sub-agent, known by the provider's id. */
  | { type: 'interruptThread'; thread: string }
  | { type: 'reply'; key: string; reply: PermissionReply; message: string | null }
  | { type: 'answer'; key: string; answers: string[][] }
  | { type: 'reject'; key: string }
  /** A human has decided about contents of the session's folder, known by their hash. */
  | { type: 'trust'; reply: PermissionReply; contents: string }
  | { type: 'configure'; settings: SessionSettings }
  | { type: 'stop' };
