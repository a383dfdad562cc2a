import type { Notifications, WebSocketMethods } from '../schema/index.js';

/** Everything that can be called over the WebSocket. */
export type MethodName = keyof WebSocketMethods;
export type Params<M extends MethodName> = WebSocketMethods[M]['params'];
export type Result<M extends MethodName> = WebSocketMethods[M]['result'];

/** The params of a session method, except for the session id. */
export type SessionParams<M extends MethodName> = Omit<Params<M>, 'sessionId'>;

export type Notification = {
  [N in keyof Notifications]: { method: N; params: Notifications[N] };
}[keyof Notifications];
