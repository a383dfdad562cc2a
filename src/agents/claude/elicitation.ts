import type { Question } from '../../schema/index.js';
import { formContent, formQuestions } from '../elicitation-form.js';
import type { NativeOf } from './native.js';

/** What an MCP server asks of the human by way of the CLI. */
export type ElicitationRequest = NativeOf<'control_request/elicitation'>['request'];

export function elicitationQuestions(request: ElicitationRequest): Question[] {
  const { mcp_server_name: server, message, title, description, url, requested_schema: schema } = request;
  return formQuestions({ server, lines: [message, title, description, url], schema });
}

/** The human's answers as the server takes them; null where there are none. */
export function elicited({ requested_schema }: ElicitationRequest, answers: string[][] | null): object {
  const content = answers === null ? null : formContent(requested_schema, answers);
  return content === null ? { action: 'decline' } : { action: 'accept', content };
}
