import { PendingRequests, PermissionReplyRequest, QuestionReplyRequest } from '../../schema/index.js';
import { PermissionParams, QuestionParams, SessionParams } from './parameters.js';
import { route } from './route.js';

const problems = ['session_not_found', 'session_ended', 'request_not_pending'] as const;

export const requestRoutes = [
  route({
    method: 'GET',
    path: '/v1/sessions/:sessionId/requests',
    id: 'list_requests',
    tag: 'requests',
    summary: 'What is waiting for a human',
    params: SessionParams,
    answer: { status: 200, description: 'Pending permissions and questions', schema: PendingRequests },
    problems: ['session_not_found'],
    handle: async ({ params, services }) => (await services.host.state(params.sessionId)).pending,
  }),
  route({
    method: 'POST',
    path: '/v1/sessions/:sessionId/permissions/:permissionId/reply',
    id: 'reply_permission',
    tag: 'requests',
    summary: 'Reply to a permission request',
    params: PermissionParams,
    body: PermissionReplyRequest,
    answer: { status: 204, description: 'The agent is being told' },
    problems: ['invalid_request', ...problems],
    handle: async ({ params, body, services }) => {
      const { sessionId, permissionId } = params;
      const session = await services.host.session(sessionId);
      const { reply, message = null } = body;
      await session.command({ type: 'command.reply', permissionId, reply, message });
    },
  }),
  route({
    method: 'POST',
    path: '/v1/sessions/:sessionId/questions/:questionId/reply',
    id: 'reply_question',
    tag: 'requests',
    summary: 'Answer a question',
    params: QuestionParams,
    body: QuestionReplyRequest,
    answer: { status: 204, description: 'The agent is being told' },
    problems: ['invalid_request', ...problems],
    handle: async ({ params, body, services }) => {
      const { sessionId, questionId } = params;
      const session = await services.host.session(sessionId);
      await session.command({ type: 'command.answer', questionId, answers: body.answers });
    },
  }),
  route({
    method: 'POST',
    path: '/v1/sessions/:sessionId/questions/:questionId/reject',
    id: 'reject_question',
    tag: 'requests',
    summary: 'Refuse to answer a question',
    params: QuestionParams,
    answer: { status: 204, description: 'The agent is being told' },
    problems: [...problems],
    handle: async ({ params, services }) => {
      const { sessionId, questionId } = params;
      await (await services.host.session(sessionId)).command({ type: 'command.reject', questionId });
    },
  }),
];
