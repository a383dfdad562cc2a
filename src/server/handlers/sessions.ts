import type { CreateSessionRequest, CreateSessionResponse } from '../../schema/index.js';
import type { Services } from '../services.js';
import type { Handlers } from './handler.js';

export const sessionHandlers = {
  listSessions: (_input, { services: { host } }) => ({ sessions: host.list() }),
  createSessionWithGeneratedId: (request, { services }) => createSession(services, request),
  createSession: ({ sessionId, ...request }, { services }) =>
    createSession(services, request, sessionId ?? undefined),
  getSession: ({ sessionId }, { services: { host } }) => host.info(sessionId),
  configureSession: ({ sessionId, ...changes }, { services: { host } }) => host.configure(sessionId, changes),
  deleteSession: ({ sessionId }, { services: { host } }) => host.delete(sessionId),
  interruptSession: async ({ sessionId, threadId = null }, { services: { host } }) => {
    await (await host.session(sessionId)).command({ type: 'command.interrupt', threadId });
  },
  terminateSession: ({ sessionId }, { services: { host } }) => host.terminate(sessionId),
} satisfies Partial<Handlers>;

/** Creates a session and reports whether its agent has started. */
async function createSession(
  { host }: Services,
  request: CreateSessionRequest,
  id?: string,
): Promise<CreateSessionResponse> {
  const session = await host.create(request, id);
  const info = host.info(session.id);
  const { ended } = session.context;
  const error = ended && {
    type: 'agent_process_exited',
    message: ended.message ?? 'the agent exited',
    agent: info.agent,
    session_id: info.sessionId,
    details: { exit_code: ended.exit_code ?? null, stderr: ended.stderr ?? null },
  };
  return { ...info, healthy: !ended, error };
}
