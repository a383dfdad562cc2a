import { z } from 'zod';
import { field, given, hasFields } from '../kit/native.js';

/** The items of a thread, one schema per `type`. Unknown fields are allowed, as newer versions may add some. */

const id = z.string();
/** An open set: everything but `completed` counts as a failure, as a newer program may add statuses. */
const status = z.string();

const UserInput = z
  .object({
    type: z.string(),
    text: z.string().optional(),
    url: z.string().nullish(),
    fileId: z.string().nullish(),
    path: z.string().optional(),
  })
  .refine(hasFields({ text: ['text'], localImage: ['path'] }), { error: 'an incomplete input' })
  .refine(({ type, url, fileId }) => type !== 'image' || url != null || fileId != null, {
    error: 'an image without a place',
  });

const Change = z.object({
  path: z.string(),
  kind: z
    .object({ type: z.string(), move_path: z.string().nullable().optional() })
    .refine(hasFields({ update: ['move_path'] }), { error: 'an incomplete update' }),
  diff: z.string().describe('A unified diff of an update; the whole content of what is added or deleted'),
});

/** Content of MCP (`text`, `image`), and of Codex's own tools. */
const ToolContent = z
  .object({
    type: z.string(),
    text: z.string().optional(),
    imageUrl: z.string().optional(),
    data: z.string().optional(),
    mimeType: z.string().optional(),
  })
  .refine(
    hasFields({
      text: ['text'],
      image: ['data', 'mimeType'],
      inputText: ['text'],
      inputImage: ['imageUrl'],
    }),
    { error: 'incomplete content' },
  );

const McpToolCall = z
  .object({
    type: z.literal('mcpToolCall'),
    id,
    server: z.string(),
    tool: z.string(),
    status,
    arguments: given,
    result: z.object({ content: z.array(ToolContent), structuredContent: z.json() }).nullable(),
    error: z.object({ message: z.string() }).nullable(),
  })
  .refine(({ status: state, result, error }) => state === 'inProgress' || result !== null || error !== null, {
    error: 'neither a result nor an error',
  });

const schemas = [
  z.object({
    type: z.literal('userMessage'),
    id,
    clientId: z.string().nullish(),
    content: z.array(UserInput),
  }),
  z.object({
    type: z.literal('agentMessage'),
    id,
    text: z.string(),
    delivery: z.string().nullish(),
    questions: z
      .array(z.object({ title: z.string(), options: z.array(z.string()).nullable() }))
      .nullish()
      .describe('Of an asynchronous question; the answer is an ordinary message'),
  }),
  z.object({ type: z.literal('plan'), id, text: z.string() }),
  z.object({
    type: z.literal('reasoning'),
    id,
    summary: z.array(z.string()),
    content: z.array(z.string()),
  }),
  z.object({
    type: z.literal('commandExecution'),
    id,
    command: z.string(),
    cwd: z.string(),
    status,
    commandActions: z.array(z.unknown()),
    aggregatedOutput: z.string().nullable(),
    exitCode: z.number().nullable(),
    durationMs: z.number().nullish(),
  }),
  z.object({ type: z.literal('fileChange'), id, changes: z.array(Change), status }),
  McpToolCall,
  z.object({
    type: z.literal('dynamicToolCall'),
    id,
    namespace: z.string().nullable(),
    tool: z.string(),
    arguments: given,
    status,
    contentItems: z.array(ToolContent).nullable(),
    success: z.boolean().nullable(),
  }),
  z.object({
    type: z.literal('collabAgentToolCall'),
    id,
    tool: z.string(),
    status,
    receiverThreadIds: z.array(z.string()),
    prompt: z.string().nullable(),
    model: z.string().nullable(),
    reasoningEffort: z.string().nullable(),
    agentsStates: z.record(z.string(), z.object({ status: z.string(), message: z.string().nullable() })),
  }),
  z.object({
    type: z.literal('subAgentActivity'),
    id,
    kind: z.string(),
    agentThreadId: z.string(),
    agentPath: z.string().describe('Its name, after the names of those that started it'),
    model: z.string().nullish(),
    reasoningEffort: z.string().nullish(),
  }),
  z.object({
    type: z.literal('webSearch'),
    id,
    query: z.string(),
    action: given,
    results: z.array(z.unknown()).nullish(),
  }),
  z.object({ type: z.literal('imageView'), id, path: z.string() }),
  z.object({
    type: z.literal('imageGeneration'),
    id,
    status,
    revisedPrompt: z.string().nullish(),
    failure: z.unknown().optional(),
    savedPath: z.string().nullish(),
  }),
  z.object({ type: z.literal('sleep'), id, durationMs: z.number() }),
  z.object({
    type: z.literal('functionCallOutput'),
    id,
    name: z.string(),
    namespace: z.string().nullish(),
    output: z.union([z.string(), z.array(ToolContent)]),
  }),
  z.object({
    type: z.literal('hookPrompt'),
    id,
    fragments: z.array(z.object({ text: z.string() })),
  }),
  z.object({ type: z.literal('contextCompaction'), id }),
  z.object({ type: z.literal('enteredReviewMode'), id, review: z.string() }),
  z.object({ type: z.literal('exitedReviewMode'), id, review: z.string() }),
] as const;

export const Item = z.discriminatedUnion('type', schemas, {
  error: ({ input }) => `unknown type of item ${JSON.stringify(field(input, 'type'))}`,
});

export type NativeItem = z.infer<typeof Item>;
export type ItemType = NativeItem['type'];
export type ItemOf<T extends ItemType> = Extract<NativeItem, { type: T }>;
export type NativeChange = z.infer<typeof Change>;
export type NativeContent = z.infer<typeof ToolContent>;
export type NativeInput = z.infer<typeof UserInput>;
