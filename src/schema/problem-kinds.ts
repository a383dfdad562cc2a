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
  message_conflict: 409,
  message_delivered: 409,
  session_already_exists: 409,
  session_ended: 409,
  session_busy: 409,
  revision_mismatch: 412,
  payload_too_large: 413,
  quota_exceeded: 429,
  internal: 500,
  install_failed: 500,
  agent_process_exited: 502,
  agent_unavailable: 503,
  overloaded: 503,
  storage_unavailable: 503,
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
  message_conflict: 'Message id used for another message',
  message_delivered: 'Message already delivered',
  session_already_exists: 'Session already exists',
  session_ended: 'Session has ended',
  session_busy: 'Session is busy',
  revision_mismatch: 'Revision mismatch',
  payload_too_large: 'Payload too large',
  quota_exceeded: 'Quota exceeded',
  internal: 'Internal error',
  install_failed: 'Installation failed',
  agent_process_exited: 'Agent process exited',
  agent_unavailable: 'Agent unavailable',
  overloaded: 'Overloaded',
  storage_unavailable: 'Storage unavailable',
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
