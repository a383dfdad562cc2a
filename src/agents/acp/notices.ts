import type { ToolUpdate } from './native.js';
import type { Opening } from './state.js';

/** Facts that the connection knows and the agent does not tell. */
export type Notice =
  /** A session is about to be opened. */
  | ({ type: 'opening' } & Opening)
  | { type: 'prompted'; turnId: string }
  /** The permission mode has allowed a tool, which the agent may not have told of otherwise. */
  | { type: 'allowed'; tool: ToolUpdate }
  /** A message could not be handed over, for example since the agent does not take it. */
  | { type: 'promptRefused'; turnId: string; message: string }
  /** A turn that the agent began by itself has been silent for a while. */
  | { type: 'wentSilent' }
  /** We applied settings, which the agent need not report. */
  | { type: 'configured'; mode: string | null; model: string | null; effort: string | null };

export type NoticeOf<T extends Notice['type']> = Extract<Notice, { type: T }>;
