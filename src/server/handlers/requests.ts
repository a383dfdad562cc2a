import { clientOf } from '../access/caller.js';
import type { Handlers } from './handler.js';

export const requestHandlers = {
  listRequests: async ({ sessionId }, { services: { host } }) => (await host.state(sessionId)).pending,
  replyPermission: async (input, { services: { host }, caller }) => {
    const { sessionId, permissionId, reply, message = null } = input;
    const command = {
      type: 'command.reply',
      permissionId,
      reply,
      message,
      client: clientOf(caller),
    } as const;
    await (await host.session(sessionId)).command(command);
  },
  replyQuestion: async ({ sessionId, questionId, answers }, { services: { host }, caller }) => {
    const command = { type: 'command.answer', questionId, answers, client: clientOf(caller) } as const;
    await (await host.session(sessionId)).command(command);
  },
  rejectQuestion: async ({ sessionId, questionId }, { services: { host }, caller }) => {
    const command = { type: 'command.reject', questionId, client: clientOf(caller) } as const;
    await (await host.session(sessionId)).command(command);
  },
} satisfies Partial<Handlers>;
