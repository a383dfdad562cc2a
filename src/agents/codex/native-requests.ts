import { z } from 'zod';
import { FormSchema } from '../kit/elicitation-form.js';
import type { MessageOf, Native } from '../kit/native.js';

/** Requests of `codex app-server` to its client, a schema per `method`. */

const threadId = z.string();
const turnId = z.string();
const itemId = z.string();

const Option = z.object({ label: z.string(), description: z.string() });

const UserInputQuestion = z.object({
  id: z.string().describe('Names the answer'),
  header: z.string(),
  question: z.string(),
  options: z.array(Option).nullable(),
});

const RequestId = z.union([z.string(), z.number()]);

const request = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ id: RequestId, params: z.object(shape) });

/** A tool's approval says that it is one, and has arguments: as anything else it would be a form without fields. */
const Meta = z
  .looseObject({
    codex_approval_kind: z.string().optional(),
    tool_params: z.unknown().optional(),
    tool_title: z.string().nullish(),
    tool_description: z.string().nullish(),
    persist: z.array(z.string()).nullish().describe('How long an approval may last'),
  })
  .refine((meta) => (meta.codex_approval_kind === 'mcp_tool_call') === (meta.tool_params !== undefined), {
    error: 'an approval of an unknown kind',
  });

export const requestSchemas = {
  'item/commandExecution/requestApproval': request({
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
  'item/fileChange/requestApproval': request({
    threadId,
    turnId,
    itemId,
    reason: z.string().nullish(),
    grantRoot: z.string().nullish(),
  }),
  'item/permissions/requestApproval': request({
    threadId,
    turnId,
    itemId,
    cwd: z.string().nullish(),
    reason: z.string().nullish(),
    permissions: z.record(z.string(), z.unknown()),
  }),
  'item/tool/requestUserInput': request({
    threadId,
    turnId,
    itemId,
    questions: z.array(UserInputQuestion).min(1),
  }),
  'mcpServer/elicitation/request': request({
    threadId,
    turnId: z.string().nullable(),
    serverName: z.string(),
    mode: z.string(),
    _meta: Meta.nullable(),
    message: z.string(),
    title: z.string().nullish(),
    description: z.string().nullish(),
    url: z.string().nullish(),
    requestedSchema: FormSchema.nullish(),
  }),
};

export type NativeRequest = Native<typeof requestSchemas>;
export type RequestMethod = NativeRequest['name'];
export type RequestOf<M extends RequestMethod> = MessageOf<typeof requestSchemas, M>;

/** The key of a request within its session: ids restart at 0 with every process, a turn lives in one process only. */
export function requestKey({ id, params }: NativeRequest['message']): string {
  return `${params.turnId ?? params.threadId}/request:${id}`;
}

/** Tools of MCP servers are approved by an elicitation without fields. */
export function isToolApproval({ params }: RequestOf<'mcpServer/elicitation/request'>): boolean {
  return params._meta?.codex_approval_kind === 'mcp_tool_call';
}

/** The name of a tool that is to be approved is only in the message for the human. */
export function mcpToolOf({ params }: RequestOf<'mcpServer/elicitation/request'>): string | null {
  return /tool "([^"]+)"/.exec(params.message)?.[1] ?? null;
}

/** Whether a request asks for a permission; the others are questions. */
export function isPermission({ name, message }: NativeRequest): boolean {
  if (name === 'mcpServer/elicitation/request') return isToolApproval(message);
  return name !== 'item/tool/requestUserInput';
}

export function isRequest<N extends { name: string }>(native: N | NativeRequest): native is NativeRequest {
  return Object.hasOwn(requestSchemas, native.name);
}
