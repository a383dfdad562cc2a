export type * from '../schema/index.js';
export type { Abortable } from './abort.js';
export type { Agents } from './agents.js';
export { type ClientOptions, GreenroomClient } from './client.js';
export type { ConnectionState } from './connection.js';
export { type ErrorKind, GreenroomError } from './error.js';
export type { Fetch, HttpCalls } from './http-calls.js';
export type { SessionListener, SubscribeOptions, Subscription } from './listener.js';
export type { Machines } from './machines.js';
export type { MethodName, Params, Result } from './methods.js';
export type { Parts, Query, Route } from './routes.js';
export type { SentMessage } from './sent-message.js';
export type { SendOptions, Session } from './session.js';
export type { EventsOptions } from './session-events.js';
export type {
  CreatedSession,
  NewSession,
  SessionFilter,
  SessionList,
  SessionQuery,
  Sessions,
} from './sessions.js';
export type { Socket, SocketConstructor } from './socket.js';
export type { Timers } from './timers.js';
export {
  contentOf,
  type EndRow,
  type ErrorRow,
  type ItemRow,
  type PermissionRow,
  type QuestionRow,
  type Row,
  type Thread,
  Transcript,
  type Turn,
  type TurnRow,
  threadIdOf,
  type UnparsedRow,
} from './transcript/index.js';
export type { TurnResult } from './turn-result.js';
export {
  type FolderPart,
  type Permission,
  permissionOf,
  planOf,
  type ToolCall,
  toolCallOf,
} from './vocabulary/index.js';
export type { SessionsListener } from './watch.js';
