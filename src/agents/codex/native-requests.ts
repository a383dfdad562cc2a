import { z } from 'zod';
import { FormSchema } from '../elicitation-form.js';

/** What `codex app-server` asks of us, a schema per `method`. */

const threadId = z.string();
const turnId = z.string();
const itemId = z.string();

const Option = z.object({ label: z.string(), description: z.string().nullish() });

const UserInputQuestion = z.object({
  id: z.string().describe('What the answer is called'),
  header: z.string(),
  question: z.string(),
  options: z.array(Option).nullish(),
});

export const requestSchemas = {
  'item/commandExecution/requestApproval': z.object({
    threadId,
    turnId,
    itemId,
    reason: z.string().nullish(),
    command: z.string().nullish(),
    cwd: z.string().nullish(),
    networkApprovalContext: z.unknown().optional(),
    additionalPermissions: z.unknown().optional(),
    availableDecisions: z.array(z.unknown()).nullish(),
  }),
  'item/fileChange/requestApproval': z.object({
    threadId,
    turnId,
    itemId,
    reason: z.string().nullish(),
    grantRoot: z.string().nullish(),
  }),
  'item/permissions/requestApproval': z.object({
    threadId,
    turnId,
    itemId,
    cwd: z.string().nullish(),
    reason: z.string().nullish(),
    permissions: z.record(z.string(), z.unknown()),
  }),
  'item/tool/requestUserInput': z.object({
    threadId,
    turnId,
    itemId,
    questions: z.array(UserInputQuestion).min(1),
  }),
  'mcpServer/elicitation/request': z.object({
    threadId,
    turnId: z.string().nullish(),
    serverName: z.string(),
    mode: z.string(),
    _meta: z.record(z.string(), z.unknown()).nullish(),
    message: z.string().nullish(),
    title: z.string().nullish(),
    description: z.string().nullish(),
    url: z.string().nullish(),
    requestedSchema: FormSchema.nullish(),
  }),
};

export type RequestMethod = keyof typeof requestSchemas;
export type RequestId = string | number;
export type RequestOf<M extends RequestMethod> = {
  method: M;
  id: RequestId;
  params: z.infer<(typeof requestSchemas)[M]>;
};
export type NativeRequest = { [M in RequestMethod]: RequestOf<M> }[RequestMethod];

/** What a request is called within its session: ids begin at 0 with every process, a turn lives in one only. */
export function requestKey({ id, params }: NativeRequest): string {
  return `${params.turnId ?? params.threadId}/request:${id}`;
}

/** Tools of MCP servers are approved by an elicitation that asks for nothing. */
export function isToolApproval(request: NativeRequest): boolean {
  return (
    request.method === 'mcpServer/elicitation/request' &&
    request.params._meta?.codex_approval_kind === 'mcp_tool_call'
  );
}
