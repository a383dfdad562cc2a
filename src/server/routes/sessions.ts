import type { z } from 'zod';
import {
  ConfigureSessionRequest,
  CreateSessionRequest,
  CreateSessionResponse,
  SessionInfo,
  SessionListResponse,
} from '../../schema/index.js';
import type { Services } from '../services.js';
import { SessionParams } from './parameters.js';
import { route } from './route.js';

const createProblems = [
  'invalid_request',
  'unsupported_agent',
  'mode_not_supported',
  'agent_not_installed',
  'session_already_exists',
  'overloaded',
] as const;

/** Creates a session and says whether its agent started. */
export async function createSession(
  { host }: Services,
  request: z.infer<typeof CreateSessionRequest>,
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

export const sessionRoutes = [
  route({
    method: 'GET',
    path: '/v1/sessions',
    id: 'list_sessions',
    tag: 'sessions',
    summary: 'All sessions, oldest first',
    answer: { status: 200, description: 'The sessions', schema: SessionListResponse },
    handle: ({ services }) => ({ sessions: services.host.list() }),
  }),
  route({
    method: 'POST',
    path: '/v1/sessions',
    id: 'create_session_with_generated_id',
    tag: 'sessions',
    summary: 'Create a session; the daemon gives the id',
    body: CreateSessionRequest,
    answer: { status: 200, description: 'The new session', schema: CreateSessionResponse },
    problems: [...createProblems],
    handle: ({ body, services }) => createSession(services, body),
  }),
  route({
    method: 'POST',
    path: '/v1/sessions/:sessionId',
    id: 'create_session',
    tag: 'sessions',
    summary: 'Create a session under an id of your own',
    params: SessionParams,
    body: CreateSessionRequest,
    answer: { status: 200, description: 'The new session', schema: CreateSessionResponse },
    problems: [...createProblems],
    handle: ({ params, body, services }) => createSession(services, body, params.sessionId),
  }),
  route({
    method: 'GET',
    path: '/v1/sessions/:sessionId',
    id: 'get_session',
    tag: 'sessions',
    summary: 'One session',
    params: SessionParams,
    answer: { status: 200, description: 'The session', schema: SessionInfo },
    problems: ['session_not_found'],
    handle: ({ params, services }) => services.host.info(params.sessionId),
  }),
  route({
    method: 'PATCH',
    path: '/v1/sessions/:sessionId',
    id: 'configure_session',
    tag: 'sessions',
    summary: 'Change model, variant, modes or title; they count from the next turn on at the latest',
    params: SessionParams,
    body: ConfigureSessionRequest,
    answer: { status: 200, description: 'The session as it is now', schema: SessionInfo },
    problems: [
      'invalid_request',
      'mode_not_supported',
      'session_not_found',
      'session_busy',
      'session_ended',
      'agent_not_installed',
      'agent_unavailable',
    ],
    handle: ({ params, body, services }) => services.host.configure(params.sessionId, body),
  }),
  route({
    method: 'DELETE',
    path: '/v1/sessions/:sessionId',
    id: 'delete_session',
    tag: 'sessions',
    summary: 'End a session and delete it with its log',
    params: SessionParams,
    answer: { status: 204, description: 'It is gone' },
    problems: ['session_not_found'],
    handle: ({ params, services }) => services.host.delete(params.sessionId),
  }),
  route({
    method: 'POST',
    path: '/v1/sessions/:sessionId/interrupt',
    id: 'interrupt_session',
    tag: 'sessions',
    summary: 'Stop the running turn; the session lives on',
    params: SessionParams,
    answer: { status: 204, description: 'The agent is being interrupted, or nothing ran' },
    problems: ['session_not_found', 'session_ended'],
    handle: async ({ params, services }) => {
      await (await services.host.session(params.sessionId)).command({ type: 'command.interrupt' });
    },
  }),
  route({
    method: 'POST',
    path: '/v1/sessions/:sessionId/terminate',
    id: 'terminate_session',
    tag: 'sessions',
    summary: 'End the session with all processes of its agent',
    params: SessionParams,
    answer: { status: 204, description: 'It has ended' },
    problems: ['session_not_found'],
    handle: ({ params, services }) => services.host.terminate(params.sessionId),
  }),
];
