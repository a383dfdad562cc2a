import { z } from 'zod';
import { field, type MessageOf, type Native as NativeIn, nativeParser, type Parsed } from '../kit/native.js';
import { Item } from './native-items.js';
import { requestSchemas } from './native-requests.js';

/** Messages of `codex app-server`, a schema per `method`. Unknown fields pass, as a newer program may send more. */

const threadId = z.string();
const turnId = z.string();
const itemId = z.string();
const delta = z.string();

const Thread = z.object({
  id: z.string(),
  cwd: z.string(),
  cliVersion: z.string().nullish(),
  modelProvider: z.string().nullish(),
  model: z.string().nullish(),
  reasoningEffort: z.string().nullish(),
  forkedFromId: z.string().nullish(),
  name: z.string().nullish(),
});

/** The code of an error with its details, under its name. */
const ErrorInfo = z
  .record(z.string(), z.looseObject({ httpStatusCode: z.number().nullish() }))
  .refine((info) => Object.keys(info).length === 1, { error: 'not one code' });

const TurnError = z.object({
  message: z.string(),
  codexErrorInfo: z.union([z.string().regex(/^\w+$/), ErrorInfo]).nullable(),
  additionalDetails: z.string().nullable(),
});

const Turn = z.object({
  id: z.string(),
  rootTurnId: z.string().nullish().describe('The turn of the session that it serves'),
  status: z.string(),
  error: TurnError.nullable(),
  durationMs: z.number().nullish(),
});

const count = z.int().nonnegative();

const Tokens = z.object({
  totalTokens: count,
  inputTokens: count,
  cachedInputTokens: count,
  cacheWriteInputTokens: count.optional(),
  outputTokens: count,
  reasoningOutputTokens: count,
});

/** A limit of the account. */
const LimitWindow = z.object({
  usedPercent: z.number(),
  windowDurationMins: z.number().nullable(),
  resetsAt: z.number().nullable().describe('Seconds since 1970'),
});

/** The result of `thread/start`, `thread/resume` and `thread/fork`. */
const ThreadResult = z.object({
  thread: Thread,
  model: z.string().describe('Older versions name it only here, not in the thread'),
  approvalPolicy: z.unknown().optional(),
  sandbox: z.object({ type: z.string() }).nullish(),
});

const notification = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ params: z.object(shape), emittedAtMs: z.number().default(0) });

const itemEvent = notification({ threadId, turnId, item: Item });
const textDelta = notification({ threadId, turnId, itemId, delta });
const ofThread = notification({ threadId });
const warning = notification({ threadId: z.string().nullish(), message: z.string() });
const summary = notification({ summary: z.string(), details: z.string().nullish() });
const recovery = notification({ threadId, message: z.string() });

export const schemas = {
  /** The only answer that is handed on is the one that opens a thread. */
  response: z.object({ result: ThreadResult }),
  'thread/started': notification({ thread: Thread }),
  'thread/archived': ofThread,
  'thread/deleted': ofThread,
  'thread/closed': ofThread,
  'thread/status/changed': notification({ threadId, status: z.object({ type: z.string() }) }),
  'thread/name/updated': notification({ threadId, threadName: z.string().nullish() }),
  'thread/settings/updated': notification({ threadId, threadSettings: z.object({ model: z.string() }) }),
  'thread/tokenUsage/updated': notification({
    threadId,
    turnId,
    tokenUsage: z.object({ total: Tokens, last: Tokens, modelContextWindow: count.nullable() }),
  }),
  'turn/started': notification({ threadId, turn: Turn }),
  'turn/completed': notification({ threadId, turn: Turn }),
  'turn/plan/updated': notification({
    threadId,
    turnId,
    explanation: z.string().nullable(),
    plan: z.array(z.object({ step: z.string(), status: z.string() })),
  }),
  'item/started': itemEvent,
  'item/completed': itemEvent,
  'item/agentMessage/delta': textDelta,
  'item/plan/delta': textDelta,
  'item/reasoning/summaryTextDelta': notification({
    threadId,
    turnId,
    itemId,
    delta,
    summaryIndex: z.int(),
  }),
  'item/reasoning/textDelta': notification({ threadId, turnId, itemId, delta, contentIndex: z.int() }),
  'item/commandExecution/outputDelta': textDelta,
  'item/commandExecution/terminalInteraction': notification({
    threadId,
    turnId,
    itemId,
    stdin: z.string(),
  }),
  'item/mcpToolCall/progress': notification({ threadId, turnId, itemId, message: z.string() }),
  'serverRequest/resolved': notification({ threadId, requestId: z.union([z.string(), z.number()]) }),
  'mcpServer/startupStatus/updated': notification({
    threadId: z.string().nullish(),
    name: z.string(),
    status: z.string(),
    error: z.string().nullable(),
    failureReason: z.string().nullish(),
  }),
  'account/rateLimits/updated': notification({
    rateLimits: z.object({ primary: LimitWindow.nullable(), secondary: LimitWindow.nullable() }),
  }),
  'hook/completed': notification({
    threadId,
    run: z.object({ eventName: z.string(), status: z.string(), statusMessage: z.string().nullish() }),
  }),
  'model/rerouted': notification({ threadId, turnId, toModel: z.string() }),
  'modelProvider/authRecoveryStarted': recovery,
  'modelProvider/authRecoveryCompleted': recovery,
  error: notification({ threadId, turnId, error: TurnError, willRetry: z.boolean() }),
  warning,
  guardianWarning: warning,
  configWarning: summary,
  deprecationNotice: summary,
  ...requestSchemas,
};

export type CodexSchemas = typeof schemas;
export type CodexParsed = Parsed<CodexSchemas>;
export type CodexNative = NativeIn<CodexSchemas>;
export type ParamsOf<M extends Exclude<keyof CodexSchemas, 'response'>> = MessageOf<
  CodexSchemas,
  M
>['params'];

export type ThreadResultOf = z.infer<typeof ThreadResult>;
export type TokensOf = z.infer<typeof Tokens>;
export type TurnErrorOf = z.infer<typeof TurnError>;

export const parser = nativeParser(schemas, {
  nameOf(value) {
    const method = field(value, 'method');
    if (method === undefined) return 'response';
    return typeof method === 'string' ? method : null;
  },
});
