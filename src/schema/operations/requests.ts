import { PermissionReplyRequest, QuestionReplyRequest } from '../command.js';
import { PendingRequests } from '../session.js';
import { empty, json, operation } from './operation.js';
import { PermissionPath, QuestionPath, SessionPath } from './parameters.js';

const errors = ['session_not_found', 'not_found', 'session_ended', 'request_not_pending'] as const;
const ANSWER = 'Passed on to the agent';

export const requestOperations = {
  listRequests: operation({
    summary: 'List pending permissions and questions',
    tag: 'requests',
    scope: 'read',
    input: { path: SessionPath },
    output: json(PendingRequests),
    errors: ['session_not_found'],
    http: {
      method: 'GET',
      path: '/v1/sessions/:sessionId/requests',
      answer: 'Pending permissions and questions',
    },
  }),
  replyPermission: operation({
    summary: 'Reply to a permission request',
    tag: 'requests',
    scope: 'approve',
    audit: ['permissionId', 'reply'],
    input: { path: PermissionPath, body: PermissionReplyRequest },
    output: empty,
    errors: ['invalid_request', ...errors],
    http: {
      method: 'POST',
      path: '/v1/sessions/:sessionId/permissions/:permissionId/reply',
      answer: ANSWER,
    },
    websocket: { method: 'permission/reply' },
  }),
  replyQuestion: operation({
    summary: 'Answer a question',
    tag: 'requests',
    scope: 'approve',
    audit: ['questionId'],
    input: { path: QuestionPath, body: QuestionReplyRequest },
    output: empty,
    errors: ['invalid_request', ...errors],
    http: {
      method: 'POST',
      path: '/v1/sessions/:sessionId/questions/:questionId/reply',
      answer: ANSWER,
    },
    websocket: { method: 'question/reply' },
  }),
  rejectQuestion: operation({
    summary: 'Reject a question',
    tag: 'requests',
    scope: 'approve',
    audit: ['questionId'],
    input: { path: QuestionPath },
    output: empty,
    errors,
    http: {
      method: 'POST',
      path: '/v1/sessions/:sessionId/questions/:questionId/reject',
      answer: ANSWER,
    },
    websocket: { method: 'question/reject' },
  }),
};
