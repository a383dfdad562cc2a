import type { Handlers } from './handler.js';

export const requestHandlers = {
  listRequests: async ({ sessionId }, { services: { host } }) => (await host.state(sessionId)).pending,
  replyPermission: async ({ sessionId, permissionId, reply, message = null }, { services: { host } }) => {
    await (await host.session(sessionId)).command({ type: 'command.reply', permissionId, reply, message });
  },
  replyQuestion: async ({ sessionId, questionId, answers }, { services: { host } }) => {
    await (await host.session(sessionId)).command({ type: 'command.answer', questionId, answers });
  },
  rejectQuestion: async ({ sessionId, questionId }, { services: { host } }) => {
    await (await host.session(sessionId)).command({ type: 'command.reject', questionId });
  },
} satisfies Partial<Handlers>;
