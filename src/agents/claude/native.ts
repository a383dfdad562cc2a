import { z } from 'zod';
import { AssistantBlock, BlockUsage, UserBlock } from '../kit/blocks.js';
import { FormSchema } from '../kit/elicitation-form.js';
import { field, hasFields, nativeParser } from '../kit/native.js';

/**
 * One schema per message of the Claude CLI. Unknown fields are allowed, as newer versions add some. A name is the type,
 * followed by the subtype if there is one: `system/init`, `stream_event/message_start`.
 */

const line = { uuid: z.string(), session_id: z.string() };
/** The tool call that started the sub-agent; null in the main conversation. */
const parent_tool_use_id = z.string().nullable();
/** The sub-agent's own id; older versions have only the call. */
const sender = { parent_tool_use_id, agent_id: z.string().optional() };

const ModelUsage = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadInputTokens: z.number(),
  cacheCreationInputTokens: z.number(),
  costUSD: z.number(),
  thinkingTokens: z.number().optional(),
});

const task = { ...line, task_id: z.string(), tool_use_id: z.string() };

const call = ['id', 'name'];

const BlockStart = z
  .object({
    type: z.string(),
    text: z.string().optional(),
    thinking: z.string().optional(),
    id: z.string().optional(),
    name: z.string().optional(),
  })
  .refine(
    hasFields({
      text: ['text'],
      thinking: ['thinking'],
      tool_use: call,
      server_tool_use: call,
      mcp_tool_use: call,
    }),
    { error: 'an incomplete block' },
  );

/** An event of the Messages API, forwarded by the CLI. */
function streamEvent<T extends z.ZodRawShape>(event: T) {
  return z.object({ ...sender, event: z.object(event) });
}

export const schemas = {
  'system/init': z.object({
    ...line,
    cwd: z.string().optional(),
    model: z.string().optional(),
    permissionMode: z.string().optional(),
    claude_code_version: z.string().optional(),
    apiKeySource: z.string().optional(),
    output_style: z.string().optional(),
    tools: z.array(z.string()).optional(),
    mcp_servers: z.array(z.object({ name: z.string(), status: z.string() })).optional(),
    slash_commands: z.array(z.string()).optional(),
    agents: z.array(z.string()).optional(),
  }),
  'system/status': z.object({
    ...line,
    status: z.string().nullable(),
    permissionMode: z.string().optional(),
    compact_result: z.string().optional(),
    compact_error: z.string().optional(),
  }),
  'system/compact_boundary': z.object({
    ...line,
    compact_metadata: z.object({
      trigger: z.string(),
      pre_tokens: z.number(),
      post_tokens: z.number().optional(),
    }),
  }),
  'system/api_retry': z.object({
    attempt: z.number(),
    max_retries: z.number(),
    retry_delay_ms: z.number(),
    error_status: z.number().nullable(),
    error: z.string(),
  }),
  'system/permission_denied': z.object({
    tool_name: z.string(),
    tool_use_id: z.string(),
    message: z.string(),
    agent_id: z.string().optional(),
    decision_reason: z.string().optional(),
  }),
  'system/task_started': z.object({
    ...task,
    description: z.string(),
    task_type: z.string().optional(),
    is_backgrounded: z.boolean().optional(),
  }),
  'system/task_updated': z.object({
    task_id: z.string(),
    patch: z.object({ is_backgrounded: z.boolean().optional() }),
  }),
  'system/task_progress': z.object({ ...task, description: z.string(), summary: z.string().optional() }),
  'system/task_notification': z.object({ ...task, status: z.string(), summary: z.string() }),
  'system/informational': z.object({ ...line, content: z.string(), level: z.string() }),
  'system/notification': z.object({ ...line, text: z.string() }),
  'system/local_command_output': z.object({ ...line, content: z.string() }),
  'system/model_fallback': z.object({ ...line, fallback_model: z.string(), content: z.string() }),
  'system/model_refusal_fallback': z.object({
    ...line,
    fallback_model: z.string(),
    content: z.string(),
    scope: z.string().optional().describe('`local` if only a sub-agent was affected'),
  }),
  'system/model_refusal_no_fallback': z.object({ ...line }),
  'system/session_title_changed': z.object({ ...line, title: z.string() }),
  'system/session_writes_lost': z.object({ ...line, error_code: z.string(), lost: z.array(z.string()) }),
  'system/plugin_install': z.object({
    ...line,
    status: z.string(),
    name: z.string().optional(),
    error: z.string().optional(),
  }),
  'system/hook_response': z.object({
    ...line,
    hook_name: z.string(),
    outcome: z.string(),
    output: z.string(),
  }),
  rate_limit_event: z.object({
    ...line,
    rate_limit_info: z.object({
      status: z.string(),
      rateLimitType: z.string().optional(),
      resetsAt: z.number().optional(),
      utilization: z.number().optional(),
    }),
  }),
  /** Progress of a message we sent, by the uuid we gave it. */
  command_lifecycle: z.object({ command_uuid: z.string(), state: z.string() }),
  tool_use_summary: z.object({ ...line, summary: z.string() }),
  auth_status: z.object({ ...line, output: z.array(z.string()), error: z.string().optional() }),
  conversation_reset: z.object({ ...line, trigger: z.string().optional() }),

  'stream_event/message_start': streamEvent({ message: z.object({ id: z.string() }) }),
  'stream_event/content_block_start': streamEvent({
    content_block: BlockStart,
  }),
  'stream_event/text_delta': streamEvent({ delta: z.object({ text: z.string() }) }),
  'stream_event/thinking_delta': streamEvent({ delta: z.object({ thinking: z.string() }) }),
  'stream_event/message_delta': streamEvent({ usage: BlockUsage.optional() }),
  'stream_event/message_stop': z.object({
    ...sender,
    abandoned_blocks: z.unknown().optional().describe('Set if the stream was cut off or aborted'),
  }),

  /** One content block per line; the lines of a message share its id. */
  assistant: z.object({
    ...line,
    ...sender,
    task_description: z.string().optional(),
    message: z.object({
      id: z.string(),
      model: z.string(),
      content: z.array(AssistantBlock),
      stop_reason: z.string().nullable(),
      usage: BlockUsage.optional(),
    }),
    error: z.string().optional(),
    api_error: z.string().optional(),
    api_error_status: z.number().optional(),
    api_error_type: z.string().optional(),
    aborted: z.boolean().optional(),
  }),
  user: z.object({
    ...line,
    ...sender,
    task_description: z.string().optional(),
    message: z.object({ content: z.union([z.string(), z.array(UserBlock)]) }),
    tool_use_result: z.unknown().optional(),
    isSynthetic: z.boolean().optional(),
    isReplay: z.boolean().optional(),
  }),
  result: z.object({
    session_id: z.string(),
    subtype: z.string(),
    is_error: z.boolean(),
    terminal_reason: z.string().optional(),
    stop_reason: z.string().nullable(),
    result: z.string().optional(),
    errors: z.array(z.string()).optional(),
    api_error_status: z.number().nullish(),
    total_cost_usd: z.number().optional(),
    usage: BlockUsage.extend({
      output_tokens_details: z.object({ thinking_tokens: z.number() }).nullish(),
    }).optional(),
    /** Since the process was started, and in a resumed conversation since its begin. */
    modelUsage: z.record(z.string(), z.object({ contextWindow: z.number().optional() })).optional(),
    model_usage_since_last_result: z.record(z.string(), ModelUsage).optional(),
    duration_ms: z.number().optional(),
    num_turns: z.number().optional(),
    local_command: z.string().optional().describe('The name of the slash command that it ends'),
    user_message_uuids: z.array(z.string()).optional(),
    origin: z.object({ kind: z.string() }).optional(),
  }),

  'control_request/can_use_tool': z.object({
    request_id: z.string(),
    request: z.object({
      tool_name: z.string(),
      tool_use_id: z.string(),
      input: z.record(z.string(), z.unknown()),
      permission_suggestions: z.array(z.looseObject({ type: z.string() })).optional(),
      display_name: z.string().optional(),
      description: z.string().optional(),
      blocked_path: z.string().optional(),
      decision_reason: z.string().optional(),
      agent_id: z.string().optional(),
      mcp_server: z.looseObject({ name: z.string() }).optional(),
    }),
  }),
  'control_request/elicitation': z.object({
    request_id: z.string(),
    request: z.object({
      mcp_server_name: z.string(),
      message: z.string(),
      url: z.string().optional(),
      title: z.string().optional(),
      description: z.string().optional(),
      requested_schema: FormSchema.optional(),
    }),
  }),
  control_cancel_request: z.object({ request_id: z.string() }),
  /** The response to one of our requests. */
  control_response: z.object({
    response: z.object({
      subtype: z.string(),
      request_id: z.string(),
      response: z.unknown().optional(),
      error: z.string().optional(),
    }),
  }),
};

export type NativeName = keyof typeof schemas;
export type NativeOf<N extends NativeName> = z.infer<(typeof schemas)[N]>;

export const parser = nativeParser(
  {
    ...schemas,
    assistant: schemas.assistant.refine(hasCall, { error: "a sub-agent's message without its call" }),
    user: schemas.user.refine(hasCall, { error: "a sub-agent's message without its call" }),
    result: schemas.result.refine(({ result, errors }) => result !== undefined || errors !== undefined, {
      error: 'neither a result nor errors',
    }),
  },
  { nameOf },
);

function hasCall({ agent_id: agent, parent_tool_use_id: call }: NativeOf<'assistant' | 'user'>): boolean {
  return agent === undefined || call !== null;
}

/** Deltas are named by their own type: `stream_event/text_delta`. */
function nameOf(value: object): string {
  const type = String(field(value, 'type'));
  if (type === 'stream_event') {
    const event = field(value, 'event');
    const kind = field(event, 'type');
    return `stream_event/${kind === 'content_block_delta' ? field(field(event, 'delta'), 'type') : kind}`;
  }
  if (type === 'system') return `system/${field(value, 'subtype')}`;
  if (type === 'control_request') return `control_request/${field(field(value, 'request'), 'subtype')}`;
  return type;
}
