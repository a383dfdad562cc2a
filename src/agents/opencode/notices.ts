import type { PermissionRequest, QuestionRequest } from './native.js';
import type { NativeMessage, NativeSession } from './native-messages.js';
import type { NativePart } from './native-parts.js';

/** A message as the server answers it, with its parts. */
export interface WholeMessage {
  info: NativeMessage;
  parts: NativePart[];
}

/** Facts from the connection itself, or from the server's responses rather than its events. */
export type Notice =
  | {
      type: 'sessionOpened';
      info: NativeSession;
      /** The version of the server; a session may be older. */
      version: string | null;
      resumed: boolean;
    }
  /** The MCP servers, and those that cannot be used. */
  | { type: 'mcpServers'; servers: string[]; failures: { server: string; error: string }[] }
  /** The size of a model's context window. */
  | { type: 'windowKnown'; model: string; tokens: number }
  /** A prompt is about to be posted. With the `turnId` of a running turn it goes into that turn. */
  | {
      type: 'prompted';
      turnId: string;
      /** The id that the server is to give the message; null where the server makes up its own. */
      messageId: string | null;
      clientMessageId: string;
    }
  /** The server did not accept a prompt. */
  | { type: 'promptRefused'; turnId: string; message: string; status: number | null; name: string | null }
  /** Nothing followed an idle that came too early: the turn is over all the same. */
  | { type: 'wentSilent' }
  /** The server has tried often enough and is being aborted; the turn ends with the idle that follows. */
  | { type: 'gaveUp'; attempt: number; message: string }
  /** A request was approved, but not by us. */
  | { type: 'unexpectedApproval'; request: string }
  /** After events were lost: the messages of a session in the running turn, and open requests. */
  | RecoveredNotice
  | { type: 'permissionFound'; request: PermissionRequest }
  | { type: 'questionFound'; request: QuestionRequest };

export type NoticeOf<T extends Notice['type']> = Extract<Notice, { type: T }>;

export interface RecoveredNotice {
  type: 'recovered';
  session: string;
  messages: WholeMessage[];
  isIdle: boolean;
}
