import type { CreateSessionRequest, CreateSessionResponse } from '../../schema/index.js';
import { type Call, DEFERRED, type Handlers } from './handler.js';

export const sessionHandlers = {
  listSessions: (query, { services: { host } }) => host.list(query),
  createSessionWithGeneratedId: (request, call) => createSession(call, request),
  createSession: ({ sessionId, ...request }, call) => createSession(call, request, sessionId ?? undefined),
  getSession: ({ sessionId }, { services: { host } }) => host.info(sessionId),
  configureSession: ({ sessionId, ...changes }, { services: { host } }) => host.configure(sessionId, changes),
  deleteSession: async ({ sessionId }, { services: { host } }) =>
    (await host.delete(sessionId)) ? undefined : DEFERRED,
  interruptSession: async ({ sessionId, threadId = null }, { services: { host } }) => {
    await (await host.session(sessionId)).command({ type: 'command.interrupt', threadId });
    return host.isReady ? undefined : DEFERRED;
  },
  terminateSession: async ({ sessionId }, { services: { host } }) =>
    (await host.terminate(sessionId)) ? undefined : DEFERRED,
} satisfies Partial<Handlers>;

/** Creates a session and reports whether its agent has started. */
async function createSession(
  { services: { host }, caller }: Call,
  request: CreateSessionRequest,
  id?: string,
): Promise<CreateSessionResponse> {
  const session = await host.create(request, id, caller.id);
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
