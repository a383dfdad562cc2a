import type { Question } from '../../schema/index.js';
import { formContent, formQuestions } from '../kit/elicitation-form.js';
import type { NativeOf } from './native.js';

/** A request of an MCP server to the human, forwarded by the CLI. */
export type ElicitationRequest = NativeOf<'control_request/elicitation'>['request'];

export function elicitationQuestions(request: ElicitationRequest): Question[] {
  const { mcp_server_name: server, message, title, description, url, requested_schema: schema } = request;
  return formQuestions({ server, lines: [message, title, description, url], schema });
}

/** The response to the MCP server. `answers` is null if the human declined. */
export function elicitationResponse(
  { requested_schema }: ElicitationRequest,
  answers: string[][] | null,
): object {
  const content = answers === null ? null : formContent(requested_schema, answers);
  return content === null ? { action: 'decline' } : { action: 'accept', content };
}
