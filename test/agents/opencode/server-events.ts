/** A session in the server's terms. */
export const info = (id: string, more: object = {}) => ({
  id,
  directory: '/workspace/demo',
  version: '1.18.33',
  time: { created: 1 },
  ...more,
});

/** The events of sessions. */
export const events = {
  status: (sessionID: string, type: string, more: object = {}) => ({
    type: 'session.status',
    properties: { sessionID, status: { type, ...more } },
  }),
  assistant: (sessionID: string, completed?: number) => ({
    type: 'message.updated',
    properties: {
      sessionID,
      info: { id: 'msg_2', sessionID, role: 'assistant', time: { created: 2, completed } },
    },
  }),
  delta: (sessionID: string, delta: string) => ({
    id: 'evt_1',
    type: 'message.part.delta',
    properties: { sessionID, messageID: 'msg_2', partID: 'prt_1', field: 'text', delta },
  }),
  child: (id: string, parentID: string) => ({
    type: 'session.created',
    properties: { sessionID: id, info: info(id, { parentID }) },
  }),
  /** A session calls a sub-agent, which works in another session. */
  task: (sessionID: string, sessionId: string, metadata: object = {}) => ({
    type: 'message.part.updated',
    properties: {
      sessionID,
      part: {
        id: `prt_${sessionId}`,
        sessionID,
        messageID: 'msg_2',
        type: 'tool',
        tool: 'task',
        callID: 'call_1',
        state: { status: 'running', input: {}, metadata: { sessionId, ...metadata }, time: { start: 1 } },
      },
    },
  }),
  asked: (sessionID: string, id: string, more: object = {}) => ({
    type: 'permission.asked',
    properties: {
      id,
      sessionID,
      permission: 'bash',
      patterns: ['git push'],
      always: ['git push *'],
      metadata: {},
      ...more,
    },
  }),
};
