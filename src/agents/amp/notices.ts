import type { ToolUse } from './policy.js';

/** Facts that the connection reports because Amp's own stream does not contain them. */
export type Notice =
  /** A message was sent. Amp will echo its text. */
  | { type: 'prompted'; messageId: string; text: string; isSteered: boolean }
  | ({ type: 'permission_asked'; request: string } & ToolUse)
  | { type: 'permission_withdrawn'; request: string }
  /** The process exited because of an interrupt. */
  | { type: 'interrupted' };
