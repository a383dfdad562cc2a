import { z } from 'zod';
import { itemSchemas, type NativeItem } from './native-items.js';
import { type NativeRequest, type RequestId, requestSchemas } from './native-requests.js';

/** What `codex app-server` sends, a schema per `method`. Unknown fields pass, as a newer program may send more. */

const threadId = z.string();
const turnId = z.string();
const itemId = z.string();
const delta = z.string();

const Thread = z.object({
  id: z.string(),
  cwd: z.string().nullish(),
  cliVersion: z.string().nullish(),
  modelProvider: z.string().nullish(),
  model: z.string().nullish(),
  reasoningEffort: z.string().nullish(),
  forkedFromId: z.string().nullish(),
});

const TurnError = z.object({
  message: z.string(),
  codexErrorInfo: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
  additionalDetails: z.string().nullish(),
});

const Turn = z.object({
  id: z.string(),
  status: z.string(),
  error: TurnError.nullish(),
  durationMs: z.number().nullish(),
});

const Tokens = z.object({
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  cacheWriteInputTokens: z.number().default(0),
  outputTokens: z.number(),
  reasoningOutputTokens: z.number(),
});

const ItemEvent = z.object({ threadId, turnId });
const Notice = z.object({ threadId: z.string().nullish(), message: z.string() });
const Summary = z.object({ summary: z.string(), details: z.string().nullish() });
const Recovery = z.object({ threadId, message: z.string() });

const schemas = {
  'thread/started': z.object({ thread: Thread }),
  'thread/archived': z.object({ threadId }),
  'thread/deleted': z.object({ threadId }),
  'thread/closed': z.object({ threadId }),
  'thread/tokenUsage/updated': z.object({
    threadId,
    turnId: z.string().nullish(),
    tokenUsage: z.object({ total: Tokens, last: Tokens }),
  }),
  'turn/started': z.object({ threadId, turn: Turn }),
  'turn/completed': z.object({ threadId, turn: Turn }),
  'turn/plan/updated': z.object({
    threadId,
    turnId,
    explanation: z.string().nullish(),
    plan: z.array(z.object({ step: z.string(), status: z.string() })),
  }),
  'item/agentMessage/delta': z.object({ threadId, turnId, itemId, delta }),
  'item/plan/delta': z.object({ threadId, turnId, itemId, delta }),
  'item/reasoning/summaryTextDelta': z.object({ threadId, turnId, itemId, delta, summaryIndex: z.int() }),
  'item/reasoning/textDelta': z.object({ threadId, turnId, itemId, delta, contentIndex: z.int() }),
  'item/commandExecution/outputDelta': z.object({ threadId, turnId, itemId, delta }),
  'item/commandExecution/terminalInteraction': z.object({ threadId, turnId, itemId, stdin: z.string() }),
  'item/mcpToolCall/progress': z.object({ threadId, turnId, itemId, message: z.string() }),
  'serverRequest/resolved': z.object({ threadId, requestId: z.union([z.string(), z.number()]) }),
  'mcpServer/startupStatus/updated': z.object({
    threadId: z.string().nullish(),
    name: z.string(),
    status: z.string(),
    error: z.string().nullish(),
  }),
  'hook/completed': z.object({
    threadId,
    run: z.object({ eventName: z.string(), status: z.string(), statusMessage: z.string().nullish() }),
  }),
  'model/rerouted': z.object({ threadId, fromModel: z.string(), toModel: z.string() }),
  'modelProvider/authRecoveryStarted': Recovery,
  'modelProvider/authRecoveryCompleted': Recovery,
  error: z.object({ threadId, turnId: z.string().nullish(), error: TurnError, willRetry: z.boolean() }),
  warning: Notice,
  guardianWarning: Notice,
  configWarning: Summary,
  deprecationNotice: Summary,
};

type Notification = keyof typeof schemas;

/** The answers that are handed on beside the notifications. */
const ThreadResult = z.object({
  thread: Thread,
  approvalPolicy: z.unknown().optional(),
  sandbox: z.object({ type: z.string() }).nullish(),
});
const Response = z.object({ id: z.union([z.string(), z.number()]), result: ThreadResult });
const Refusal = z.object({
  id: z.union([z.string(), z.number()]),
  error: z.object({ code: z.number(), message: z.string() }),
});

export type ThreadOf = z.infer<typeof Thread>;
export type ThreadResultOf = z.infer<typeof ThreadResult>;
export type TokensOf = z.infer<typeof Tokens>;
export type TurnErrorOf = z.infer<typeof TurnError>;

export type NativeNotification = {
  [M in Notification]: { method: M; params: z.infer<(typeof schemas)[M]>; at: number };
}[Notification];

export type NativeItemEvent = {
  method: 'item/started' | 'item/completed';
  params: { threadId: string; turnId: string; item: NativeItem };
};

export type Native =
  | NativeNotification
  | NativeItemEvent
  | NativeRequest
  /** The answer to `thread/start`, `thread/resume` or `thread/fork`. */
  | { method: 'response'; params: ThreadResultOf }
  /** The answer to a `turn/start` that was refused. */
  | { method: 'refusal'; params: { code: number; message: string } };

export type NativeMethod = Native['method'];
export type NativeOf<M extends NativeMethod> = Extract<Native, { method: M }>;

// A lookup by method and then one small schema: a delta must not pay for a union of all of them.
const byMethod = new Map<unknown, z.ZodType>(Object.entries(schemas));
const requestByMethod = new Map<unknown, z.ZodType>(Object.entries(requestSchemas));
const itemByType = new Map<unknown, z.ZodType>(Object.entries(itemSchemas));

export type Parsed = { ok: true; message: Native } | { ok: false; method: string | null; error: string };

export function parseNative(text: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, method: null, error: 'not JSON' };
  }
  if (typeof value !== 'object' || value === null)
    return { ok: false, method: null, error: 'not a JSON object' };
  return parseMessage(value as Message);
}

/** A message of JSON-RPC, without the member that would say so. */
export interface Message {
  method?: unknown;
  id?: RequestId;
  params?: unknown;
  result?: unknown;
  error?: unknown;
  emittedAtMs?: unknown;
}

export function parseMessage(value: Message): Parsed {
  const { method } = value;
  if (method === undefined) return parseResponse(value);
  if (typeof method !== 'string') return { ok: false, method: null, error: 'a method that is no string' };
  if (method === 'item/started' || method === 'item/completed') return parseItem(method, value.params);
  const asks = value.id !== undefined;
  const schema = (asks ? requestByMethod : byMethod).get(method);
  if (schema === undefined)
    return { ok: false, method, error: `unknown ${asks ? 'request' : 'notification'} ${method}` };
  const result = schema.safeParse(value.params);
  if (!result.success) return malformed(method, result.error);
  const at = typeof value.emittedAtMs === 'number' ? value.emittedAtMs : 0;
  return { ok: true, message: { method, id: value.id, params: result.data, at } as unknown as Native };
}

function parseItem(method: string, params: unknown): Parsed {
  const event = ItemEvent.safeParse(params);
  if (!event.success) return malformed(method, event.error);
  const item = (params as { item?: unknown }).item;
  const type = typeof item === 'object' && item !== null && 'type' in item ? item.type : undefined;
  const schema = itemByType.get(type);
  if (schema === undefined)
    return { ok: false, method: null, error: `unknown type of item ${JSON.stringify(type)}` };
  const result = schema.safeParse(item);
  if (!result.success) return malformed(`${method} of ${String(type)}`, result.error);
  return { ok: true, message: { method, params: { ...event.data, item: result.data } } as NativeItemEvent };
}

function parseResponse(value: Message): Parsed {
  const refused = Refusal.safeParse(value);
  if (refused.success) return { ok: true, message: { method: 'refusal', params: refused.data.error } };
  const answered = Response.safeParse(value);
  if (answered.success) return { ok: true, message: { method: 'response', params: answered.data.result } };
  return { ok: false, method: null, error: 'neither a method nor an answer that we know' };
}

function malformed(what: string, error: z.ZodError): Parsed {
  return { ok: false, method: null, error: `malformed ${what}: ${z.prettifyError(error)}` };
}
