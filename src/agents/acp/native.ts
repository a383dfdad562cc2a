import { z } from 'zod';
import { field, type MessageOf, nativeParser } from '../kit/native.js';

/**
 * The Agent Client Protocol, version 1, as far as the translator reads it. The schemas require no more than is used, since
 * agents differ in what they fill in. Everything unknown is kept: it is the payload that clients get as `raw`.
 */

const Meta = z.record(z.string(), z.unknown()).nullish();

export const ContentBlock = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), data: z.string(), mimeType: z.string(), uri: z.string().nullish() }),
  z.object({ type: z.literal('resource_link'), uri: z.string(), name: z.string().nullish() }),
  z.object({
    type: z.literal('resource'),
    resource: z.object({ uri: z.string(), text: z.string().nullish(), mimeType: z.string().nullish() }),
  }),
  z
    .looseObject({
      type: z.string().refine((type) => !['text', 'image', 'resource_link', 'resource'].includes(type)),
    })
    .transform((block) => ({ type: 'other' as const, block })),
]);
export type ContentBlock = z.infer<typeof ContentBlock>;

const ToolContent = z.union([
  z.object({ type: z.literal('content'), content: ContentBlock }),
  z.object({
    type: z.literal('diff'),
    path: z.string(),
    oldText: z.string().nullish(),
    newText: z.string(),
    _meta: Meta,
  }),
  z.object({ type: z.literal('terminal'), terminalId: z.string() }),
  z
    .looseObject({ type: z.string().refine((type) => !['content', 'diff', 'terminal'].includes(type)) })
    .transform((block) => ({ type: 'other' as const, block })),
]);
export type ToolContent = z.infer<typeof ToolContent>;
export type FileChange = Extract<ToolContent, { type: 'diff' }>;

/** A tool call, or what has changed of it: what is left out stays, and lists replace those before. */
export const ToolUpdate = z.object({
  toolCallId: z.string(),
  name: z.string().nullish(),
  title: z.string().nullish(),
  kind: z.string().nullish(),
  status: z.string().nullish(),
  rawInput: z.unknown().optional(),
  rawOutput: z.unknown().optional(),
  content: z.array(ToolContent).nullish(),
  locations: z.array(z.object({ path: z.string(), line: z.number().nullish() })).nullish(),
  _meta: Meta,
});
export type ToolUpdate = z.infer<typeof ToolUpdate>;

const Chunk = z.object({ content: ContentBlock, messageId: z.string().nullish(), _meta: Meta });
export type Chunk = z.infer<typeof Chunk>;

const Option = z.object({
  value: z.union([z.string(), z.boolean()]),
  name: z.string().nullish(),
  description: z.string().nullish(),
});

/** A setting of a session. Options may come in groups. */
export const ConfigOption = z.object({
  id: z.string(),
  name: z.string().nullish(),
  category: z.string().nullish(),
  type: z.string().nullish(),
  currentValue: z.union([z.string(), z.boolean()]).nullish(),
  options: z
    .array(
      z.union([
        Option.transform((option) => [option]),
        z.object({ options: z.array(Option) }).transform(({ options }) => options),
      ]),
    )
    .nullish()
    .transform((groups) => groups?.flat() ?? []),
});
export type ConfigOption = z.infer<typeof ConfigOption>;

const Modes = z.object({
  currentModeId: z.string(),
  availableModes: z.array(
    z.object({ id: z.string(), name: z.string().nullish(), description: z.string().nullish() }),
  ),
});

const Models = z.object({
  currentModelId: z.string().nullish(),
  availableModels: z.array(z.object({ modelId: z.string(), name: z.string().nullish() })),
});

/** The answer to `session/new`, `session/load` and `session/resume`. */
export const SessionResult = z.object({
  sessionId: z.string().nullish(),
  configOptions: z.array(ConfigOption).nullish(),
  modes: Modes.nullish(),
  models: Models.nullish(),
});
export type SessionResult = z.infer<typeof SessionResult>;

const count = z.number().nullish();

const TokenCounts = z.object({
  inputTokens: count,
  outputTokens: count,
  cachedReadTokens: count,
  cachedWriteTokens: count,
  thoughtTokens: count,
});
export type TokenCounts = z.infer<typeof TokenCounts>;

/** The answer to `session/prompt`: the turn is over. */
export const PromptResult = z.object({ stopReason: z.string(), usage: TokenCounts.nullish(), _meta: Meta });
export type PromptResult = z.infer<typeof PromptResult>;

export const CallError = z.object({
  code: z.number().nullish(),
  message: z.string().nullish(),
  data: z.unknown().optional(),
});
export type CallError = z.infer<typeof CallError>;

const RequestId = z.union([z.string(), z.number()]);

const PermissionOption = z.object({ optionId: z.string(), name: z.string().nullish(), kind: z.string() });
export type PermissionOption = z.infer<typeof PermissionOption>;

export const PermissionRequest = z.object({
  id: RequestId,
  params: z.object({ toolCall: ToolUpdate, options: z.array(PermissionOption) }),
});
export type PermissionRequest = z.infer<typeof PermissionRequest>;

export const Elicitation = z.object({
  id: RequestId,
  params: z.object({
    mode: z.string().nullish(),
    message: z.string(),
    toolCallId: z.string().nullish(),
    url: z.string().nullish(),
    requestedSchema: z.unknown().optional(),
  }),
});
export type Elicitation = z.infer<typeof Elicitation>;

const PlanUpdate = z.object({
  entries: z.array(z.object({ content: z.string(), status: z.string(), priority: z.string().nullish() })),
});

/** By the kind of update, the method of a request, or what an answer is the answer to. */
export const schemas = {
  agent_message_chunk: Chunk,
  agent_thought_chunk: Chunk,
  tool_call: ToolUpdate,
  tool_call_update: ToolUpdate,
  plan: PlanUpdate,
  usage_update: z.object({
    used: z.number(),
    size: z.number(),
    cost: z.object({ amount: z.number(), currency: z.string() }).nullish(),
    _meta: Meta,
  }),
  session_info_update: z.object({ title: z.string().nullish(), _meta: Meta }),
  available_commands_update: z.object({
    availableCommands: z.array(z.object({ name: z.string(), description: z.string().nullish() })),
  }),
  current_mode_update: z.object({ currentModeId: z.string() }),
  config_option_update: z.object({ configOptions: z.array(ConfigOption) }),
  notice: z.object({ title: z.string(), severity: z.string().nullish(), description: z.string().nullish() }),
  compaction_update: z.object({ status: z.string().nullish() }),
  'session/request_permission': PermissionRequest,
  'elicitation/create': Elicitation,
  'elicitation/complete': z.unknown(),
  '$/cancel_request': z.object({ requestId: RequestId }),
  'session result': SessionResult,
  'prompt result': PromptResult,
  'prompt error': CallError,
} as const;

export type NativeOf<N extends keyof typeof schemas> = MessageOf<typeof schemas, N>;

/** A request whose parameters are read together with its id, which the answer names. */
const requests = new Set(['session/request_permission', 'elicitation/create']);

export const parser = nativeParser(schemas, {
  nameOf(value) {
    const method = field(value, 'method');
    if (method === 'session/update') {
      const kind = field(field(field(value, 'params'), 'update'), 'sessionUpdate');
      return typeof kind === 'string' ? kind : null;
    }
    if (typeof method === 'string') return method;
    if (field(value, 'error') !== undefined) return 'prompt error';
    const result = field(value, 'result');
    if (result === undefined) return null;
    return field(result, 'stopReason') === undefined ? 'session result' : 'prompt result';
  },
  bodyOf(value, name) {
    if (requests.has(name)) return value;
    if (name === 'prompt error') return field(value, 'error');
    if (name.endsWith(' result')) return field(value, 'result');
    const params = field(value, 'params');
    return field(value, 'method') === 'session/update' ? field(params, 'update') : params;
  },
});
