import { MessageRequest } from '../../schema/index.js';
import { sendMessage } from '../commands.js';
import { streamEvents } from '../sse.js';
import { RawQuery, SessionParams, wantsRaw } from './parameters.js';
import { route } from './route.js';

const problems = [
  'session_not_found',
  'session_ended',
  'session_busy',
  'mode_not_supported',
  'overloaded',
] as const;

export const messageRoutes = [
  route({
    method: 'POST',
    path: '/v1/sessions/:sessionId/messages',
    id: 'post_message',
    tag: 'messages',
    summary: 'Send a message',
    params: SessionParams,
    body: MessageRequest,
    answer: {
      status: 204,
      description: 'It is taken: it began a turn, was steered into one, or waits for its end',
    },
    problems: ['invalid_request', ...problems],
    handle: async ({ params, body, services }) => {
      await sendMessage(await services.host.session(params.sessionId), body);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/sessions/:sessionId/messages/stream',
    id: 'post_message_stream',
    tag: 'messages',
    summary: 'Send a message and read the events until its turn has ended',
    params: SessionParams,
    query: RawQuery,
    body: MessageRequest,
    answer: { status: 200, description: 'Server-sent events', contentType: 'text/event-stream' },
    problems: ['invalid_request', ...problems],
    handle: async ({ params, query, body, services, request, reply }) => {
      const session = await services.host.session(params.sessionId);
      const after = services.hub.committed(session.id);
      const { messageId, disposition } = await sendMessage(session, body);
      const reader = streamEvents(services, request, reply, {
        sessionId: session.id,
        after,
        raw: wantsRaw(query),
      });
      const beginsNone = disposition === 'steered' || disposition === 'duplicate';
      const end = beginsNone ? session.runningTurnEnd(messageId) : session.turnEnd(messageId);
      void end.then((at) => reader.endAt(at));
    },
  }),
];
