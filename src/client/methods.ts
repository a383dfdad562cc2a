import type {
  ConfigureSessionRequest,
  CreateSessionRequest,
  CreateSessionResponse,
  Disposition,
  MessageRequest,
  PendingRequests,
  PermissionReplyRequest,
  QuestionReplyRequest,
  Refusal,
  SessionInfo,
  SessionState,
  StateValue,
  UniversalEvent,
} from '../schema/index.js';

interface OfSession {
  sessionId: string;
}

export interface SubscribeResult {
  session: SessionInfo;
  state: SessionState;
  pending: PendingRequests;
  lastSequence: number;
}

/** What can be called over the WebSocket: parameters, then result. */
export interface Methods {
  'session/create': [CreateSessionRequest & { sessionId?: string }, CreateSessionResponse];
  'session/list': [Record<string, never>, { sessions: SessionInfo[] }];
  'session/get': [OfSession, SessionInfo];
  'session/subscribe': [
    OfSession & { offset?: number; includeRaw?: boolean; includeState?: boolean },
    SubscribeResult,
  ];
  'session/unsubscribe': [OfSession, null];
  'session/watch': [Record<string, never>, null];
  'session/unwatch': [Record<string, never>, null];
  'session/send': [OfSession & MessageRequest, { messageId: string; disposition: Disposition }];
  'session/configure': [OfSession & ConfigureSessionRequest, SessionInfo];
  'session/interrupt': [OfSession, null];
  'session/terminate': [OfSession, null];
  'permission/reply': [OfSession & { permissionId: string } & PermissionReplyRequest, null];
  'question/reply': [OfSession & { questionId: string } & QuestionReplyRequest, null];
  'question/reject': [OfSession & { questionId: string }, null];
}

/** What the daemon says unasked. */
export interface Notifications {
  event: UniversalEvent;
  'session/caughtUp': OfSession & { sequence: number };
  'session/state': OfSession & { sequence: number; value: StateValue };
  'session/agent': OfSession & { agent: string };
  'session/refused': Refusal;
  'session/opened': { session: SessionInfo };
  'session/changed': { session: SessionInfo };
  'session/closed': OfSession & { reason: 'ended' | 'deleted' };
}

export type Notification = {
  [M in keyof Notifications]: { method: M; params: Notifications[M] };
}[keyof Notifications];
