import { z } from 'zod';

/** The items of a thread, a schema per `type`. Unknown fields pass, as a newer program may send more. */

const id = z.string();
/** Statuses are open words: only `completed` is good news, whatever else a newer program may call a failure. */
const status = z.string();

const UserInput = z.object({
  type: z.string(),
  text: z.string().nullish(),
  url: z.string().nullish(),
  fileId: z.string().nullish(),
  path: z.string().nullish(),
});

const Change = z.object({
  path: z.string(),
  kind: z.object({ type: z.string(), move_path: z.string().nullish() }),
  diff: z.string().describe('A unified diff of an update; the whole content of what is added or deleted'),
});

const ToolContent = z.object({
  type: z.string(),
  text: z.string().nullish(),
  imageUrl: z.string().nullish(),
  data: z.string().nullish(),
  mimeType: z.string().nullish(),
});

export const itemSchemas = {
  userMessage: z.object({
    type: z.literal('userMessage'),
    id,
    clientId: z.string().nullish(),
    content: z.array(UserInput),
  }),
  agentMessage: z.object({
    type: z.literal('agentMessage'),
    id,
    text: z.string(),
    delivery: z.string().nullish(),
    questions: z
      .array(z.object({ title: z.string(), options: z.array(z.string()).nullish() }))
      .nullish()
      .describe('Of an asynchronous question; the answer is an ordinary message'),
  }),
  plan: z.object({ type: z.literal('plan'), id, text: z.string() }),
  reasoning: z.object({
    type: z.literal('reasoning'),
    id,
    summary: z.array(z.string()),
    content: z.array(z.string()),
  }),
  commandExecution: z.object({
    type: z.literal('commandExecution'),
    id,
    command: z.string(),
    cwd: z.string(),
    status,
    commandActions: z.array(z.unknown()).nullish(),
    aggregatedOutput: z.string().nullish(),
    exitCode: z.number().nullish(),
    durationMs: z.number().nullish(),
  }),
  fileChange: z.object({ type: z.literal('fileChange'), id, changes: z.array(Change), status }),
  mcpToolCall: z.object({
    type: z.literal('mcpToolCall'),
    id,
    server: z.string(),
    tool: z.string(),
    status,
    arguments: z.unknown().optional(),
    result: z.object({ content: z.array(ToolContent), structuredContent: z.json().nullish() }).nullish(),
    error: z.object({ message: z.string() }).nullish(),
  }),
  dynamicToolCall: z.object({
    type: z.literal('dynamicToolCall'),
    id,
    namespace: z.string().nullish(),
    tool: z.string(),
    arguments: z.unknown().optional(),
    status,
    contentItems: z.array(ToolContent).nullish(),
    success: z.boolean().nullish(),
  }),
  collabAgentToolCall: z.object({
    type: z.literal('collabAgentToolCall'),
    id,
    tool: z.string(),
    status,
    receiverThreadIds: z.array(z.string()),
    prompt: z.string().nullish(),
    model: z.string().nullish(),
    reasoningEffort: z.string().nullish(),
    agentsStates: z
      .record(z.string(), z.object({ status: z.string(), message: z.string().nullish() }))
      .nullish(),
  }),
  subAgentActivity: z.object({
    type: z.literal('subAgentActivity'),
    id,
    kind: z.string(),
    agentThreadId: z.string(),
    agentPath: z.string(),
  }),
  webSearch: z.object({
    type: z.literal('webSearch'),
    id,
    query: z.string(),
    action: z.unknown().optional(),
    results: z.array(z.unknown()).nullish(),
  }),
  imageView: z.object({ type: z.literal('imageView'), id, path: z.string() }),
  imageGeneration: z.object({
    type: z.literal('imageGeneration'),
    id,
    status,
    revisedPrompt: z.string().nullish(),
    failure: z.unknown().optional(),
    savedPath: z.string().nullish(),
  }),
  sleep: z.object({ type: z.literal('sleep'), id, durationMs: z.number() }),
  functionCallOutput: z.object({
    type: z.literal('functionCallOutput'),
    id,
    name: z.string(),
    namespace: z.string().nullish(),
    output: z.union([z.string(), z.array(ToolContent)]),
  }),
  hookPrompt: z.object({
    type: z.literal('hookPrompt'),
    id,
    fragments: z.array(z.object({ text: z.string() })),
  }),
  contextCompaction: z.object({ type: z.literal('contextCompaction'), id }),
  enteredReviewMode: z.object({ type: z.literal('enteredReviewMode'), id, review: z.string() }),
  exitedReviewMode: z.object({ type: z.literal('exitedReviewMode'), id, review: z.string() }),
};

export type ItemType = keyof typeof itemSchemas;
export type ItemOf<T extends ItemType> = z.infer<(typeof itemSchemas)[T]>;
export type NativeItem = { [T in ItemType]: ItemOf<T> }[ItemType];
export type NativeChange = z.infer<typeof Change>;
export type NativeContent = z.infer<typeof ToolContent>;
export type NativeInput = z.infer<typeof UserInput>;
