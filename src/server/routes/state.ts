import { machineGraph, machineSvg, transitionBetween } from '../../diagrams/index.js';
import { RefusalsResponse, SessionState } from '../../schema/index.js';
import type { Past } from '../../sessions/index.js';
import type { Services } from '../services.js';
import { AtQuery, SessionParams } from './parameters.js';
import { route } from './route.js';

export const stateRoutes = [
  route({
    method: 'GET',
    path: '/v1/sessions/:sessionId/state',
    id: 'get_state',
    tag: 'state',
    summary: "The session's machine now, or as it was after event `at`",
    params: SessionParams,
    query: AtQuery,
    answer: { status: 200, description: 'Its value, open items and pending requests', schema: SessionState },
    problems: ['invalid_request', 'session_not_found'],
    handle: async ({ params, query, services }) =>
      (await stateAt(services, params.sessionId, query.at)).state,
  }),
  route({
    method: 'GET',
    path: '/v1/sessions/:sessionId/refusals',
    id: 'get_refusals',
    tag: 'state',
    summary: 'What the session was told and did not take, oldest first: the last 100, since the daemon runs',
    params: SessionParams,
    answer: { status: 200, description: 'Refused commands and dropped drafts', schema: RefusalsResponse },
    problems: ['session_not_found'],
    handle: ({ params, services }) => ({ refusals: services.host.refusals(params.sessionId) }),
  }),
  route({
    method: 'GET',
    path: '/v1/sessions/:sessionId/diagram.svg',
    id: 'get_diagram',
    tag: 'state',
    summary: "The session's machine drawn with its active states, now or as it was after event `at`",
    params: SessionParams,
    query: AtQuery,
    answer: { status: 200, description: 'A drawing', contentType: 'image/svg+xml' },
    problems: ['invalid_request', 'session_not_found'],
    handle: async ({ params, query, services, reply }) => {
      const { state, before, event } = await stateAt(services, params.sessionId, query.at);
      const { value } = state;
      const lastTransition =
        event && before && transitionBetween(machineGraph('session'), before, value, event.type);
      reply.type('image/svg+xml; charset=utf-8');
      return machineSvg('session', { value, ...(lastTransition ? { lastTransition } : {}) });
    },
  }),
];

/** The present has no last step: what is shown of it may be out of date before it arrives. */
async function stateAt({ host }: Services, sessionId: string, at: number | undefined): Promise<Past> {
  if (at !== undefined) return host.past(sessionId, at);
  return { state: await host.state(sessionId), before: null, event: null };
}
