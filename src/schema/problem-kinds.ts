import type { Problem } from './problem.js';

/** Every kind of problem, with its HTTP status. */
export const problemStatus = {
  invalid_request: 400,
  unsupported_agent: 400,
  mode_not_supported: 400,
  token_invalid: 401,
  forbidden: 403,
  not_found: 404,
  agent_not_installed: 404,
  session_not_found: 404,
  request_not_pending: 409,
  session_already_exists: 409,
  session_ended: 409,
  session_busy: 409,
  payload_too_large: 413,
  internal: 500,
  agent_process_exited: 502,
  agent_unavailable: 503,
  overloaded: 503,
  timeout: 504,
} as const;

export type ProblemKind = keyof typeof problemStatus;

const title: Record<ProblemKind, string> = {
  invalid_request: 'Invalid request',
  unsupported_agent: 'Unsupported agent',
  mode_not_supported: 'Mode not supported',
  token_invalid: 'Token missing or wrong',
  forbidden: 'Forbidden',
  not_found: 'Not found',
  agent_not_installed: 'Agent not installed',
  session_not_found: 'Session not found',
  request_not_pending: 'Request not pending',
  session_already_exists: 'Session already exists',
  session_ended: 'Session has ended',
  session_busy: 'Session is busy',
  payload_too_large: 'Payload too large',
  internal: 'Internal error',
  agent_process_exited: 'Agent process exited',
  agent_unavailable: 'Agent unavailable',
  overloaded: 'Overloaded',
  timeout: 'Timed out',
};

export function problem(kind: ProblemKind, detail: string, more: Record<string, unknown> = {}): Problem {
  return {
    type: `urn:greenroom:error:${kind}`,
    title: title[kind],
    status: problemStatus[kind],
    detail,
    ...more,
  };
}
