import { z } from 'zod';
import { field, nativeParser } from '../kit/native.js';

/** One schema per message of the mock agent. Unknown fields are allowed, as newer versions may add some. */

const tokens = z.int().nonnegative();

/** Tokens of all threads since the last turn ended. No token is counted twice. */
const Spent = z.object({
  fresh: tokens.describe('Input that is not cached'),
  cache_hits: tokens,
  cache_writes: tokens,
  answer: tokens,
  thinking: tokens,
});

const FileChange = z.object({
  path: z.string(),
  change: z.enum(['read', 'write', 'patch']),
  movedTo: z.string().optional(),
  text: z
    .object({
      before: z.string().nullable().describe('null if the file is new'),
      after: z.string().nullable().describe('null if it was removed'),
    })
    .optional()
    .describe('The content before and after a change'),
});

/** How a human may decide on a permission. */
const Decision = z.enum(['allow', 'allow_always', 'deny']);
export type Decision = z.infer<typeof Decision>;

const Ask = z.object({
  title: z.string(),
  text: z.string(),
  choices: z.array(z.object({ label: z.string(), description: z.string() })),
  multiple: z.boolean(),
});

const ofThread = {
  agent: z.string().optional().describe('The sub-agent it belongs to; none for the main thread'),
};

export const schemas = {
  /** The response to `hello`. */
  ready: z.object({
    type: z.literal('ready'),
    session: z.string(),
    version: z.string(),
    protocol: z.int(),
    model: z.string(),
    effort: z.string().nullable(),
    mode: z.string(),
    permission_mode: z.string(),
    cwd: z.string(),
    resumed: z.boolean(),
    messages: z.int().describe('Number of messages in the conversation so far'),
    commands: z
      .array(z.object({ word: z.string(), usage: z.string(), help: z.string() }))
      .optional()
      .describe('What a message may begin with, also after a slash'),
  }),
  turn_started: z.object({
    type: z.literal('turn_started'),
    turn: z.string().nullable(),
    number: z.int(),
    model: z.string(),
  }),
  turn_ended: z.object({
    type: z.literal('turn_ended'),
    turn: z.string().nullable(),
    outcome: z.enum(['ok', 'interrupted', 'failed']),
    model: z.string(),
    spent: Spent,
    window: z.object({ filled: tokens, size: z.int().positive() }).optional(),
    cost: z.number().describe('US dollars'),
    ms: z.number(),
  }),
  /** A sub-agent begins to work, perhaps not for the first time. */
  agent_started: z.object({
    type: z.literal('agent_started'),
    agent: z.string(),
    call: z.string().describe('The tool call that started it'),
    title: z.string(),
    background: z.boolean().describe('Whether it goes on when the turn ends'),
  }),
  agent_ended: z.object({ type: z.literal('agent_ended'), agent: z.string(), ok: z.boolean() }),
  message_start: z.object({
    type: z.literal('message_start'),
    ...ofThread,
    message: z.string(),
  }),
  message_delta: z.object({ type: z.literal('message_delta'), message: z.string(), text: z.string() }),
  /** A message that is not streamed has only this. Without text, the deltas are the text. */
  message_end: z.object({
    type: z.literal('message_end'),
    ...ofThread,
    message: z.string(),
    text: z.string().optional(),
  }),
  reasoning_start: z.object({
    type: z.literal('reasoning_start'),
    ...ofThread,
    block: z.string(),
    message: z.string(),
    hidden: z.boolean(),
  }),
  reasoning_delta: z.object({ type: z.literal('reasoning_delta'), block: z.string(), text: z.string() }),
  reasoning_end: z.object({
    type: z.literal('reasoning_end'),
    ...ofThread,
    block: z.string(),
    message: z.string(),
    hidden: z.boolean(),
    text: z.string().optional(),
  }),
  tool_call: z.object({
    type: z.literal('tool_call'),
    ...ofThread,
    call: z.string(),
    tool: z.string(),
    input: z.record(z.string(), z.unknown()),
    message: z.string().optional().describe('The message that contains the call'),
    refused: z.boolean().optional(),
  }),
  /** Output of a running tool. */
  tool_output: z.object({ type: z.literal('tool_output'), ...ofThread, call: z.string(), text: z.string() }),
  tool_result: z.object({
    type: z.literal('tool_result'),
    ...ofThread,
    call: z.string(),
    ok: z.boolean(),
    output: z.string(),
    message: z.string().optional(),
    exit_code: z.int().nullable().optional().describe('null if a signal ended the command'),
    files: z.array(FileChange).optional(),
  }),
  /** Sent at the beginning and at the end. */
  status: z.object({
    type: z.literal('status'),
    ...ofThread,
    block: z.string(),
    label: z.string(),
    detail: z.string(),
    done: z.boolean(),
  }),
  /** The whole to-do list, after each change. */
  checklist: z.object({
    type: z.literal('checklist'),
    ...ofThread,
    block: z.string(),
    tasks: z.array(
      z.object({
        text: z.string(),
        state: z.enum(['open', 'active', 'done']),
        important: z.boolean().optional(),
      }),
    ),
  }),
  model_changed: z.object({ type: z.literal('model_changed'), block: z.string(), model: z.string() }),
  /** Sent at the beginning and at the end. */
  compaction: z.object({
    type: z.literal('compaction'),
    block: z.string(),
    requested: z.boolean().describe('Whether the user asked for it'),
    size: tokens,
    reduced_to: tokens.nullable().describe('null at the beginning'),
  }),
  limit_warning: z.object({
    type: z.literal('limit_warning'),
    block: z.string(),
    percent: z.number(),
    resets: z.int().describe('Seconds since 1970'),
  }),
  /** An MCP server that could not be started. */
  server_failed: z.object({
    type: z.literal('server_failed'),
    block: z.string(),
    server: z.string(),
    error: z.string(),
  }),
  system: z.object({ type: z.literal('system'), ...ofThread, block: z.string(), text: z.string() }),
  image: z.object({
    type: z.literal('image'),
    ...ofThread,
    message: z.string(),
    caption: z.string(),
    path: z.string(),
    mime: z.string(),
  }),
  /** Content without a counterpart in the universal schema. */
  custom: z.object({
    type: z.literal('custom'),
    ...ofThread,
    block: z.string(),
    name: z.string(),
    payload: z.json(),
  }),
  error: z.object({
    type: z.literal('error'),
    code: z.string(),
    message: z.string(),
    retryable: z.boolean(),
    http: z.int().optional().describe('The status of the response'),
  }),
  permission_request: z.object({
    type: z.literal('permission_request'),
    ...ofThread,
    request: z.string(),
    kind: z.enum(['command', 'edit']),
    call: z.string(),
    tool: z.string(),
    input: z.record(z.string(), z.unknown()),
    why: z.string(),
    choices: z.array(Decision),
  }),
  question_request: z.object({
    type: z.literal('question_request'),
    ...ofThread,
    request: z.string(),
    asks: z.array(Ask).min(1),
  }),
  request_cancelled: z.object({
    type: z.literal('request_cancelled'),
    request: z.string(),
    of: z.enum(['permission', 'question']),
  }),
  /** The agent ends the session. */
  goodbye: z.object({ type: z.literal('goodbye') }),
};

export const parser = nativeParser(schemas, { nameOf: (value) => String(field(value, 'type')) });

export type NativeType = keyof typeof schemas;
export type NativeOf<T extends NativeType> = z.infer<(typeof schemas)[T]>;
export type Native = { [T in NativeType]: NativeOf<T> }[NativeType];
export type NativeFile = z.infer<typeof FileChange>;
export type Spent = z.infer<typeof Spent>;
export type NativeAsk = z.infer<typeof Ask>;

/** The commands that the mock agent accepts. */
export type NativeCommand =
  | { type: 'hello'; client: string; protocol: number }
  | {
      type: 'user';
      text: string;
      /** Echoed in `turn_started` and `turn_ended`. */
      turn?: string;
      attachments?: { path: string; mime?: string | null | undefined }[];
    }
  | { type: 'steer'; text: string }
  | { type: 'interrupt' }
  | { type: 'interrupt_agent'; agent: string }
  | { type: 'permission_response'; request: string; decision: Decision; note?: string | null }
  /** `answers` is null if the human declined to answer. */
  | { type: 'question_response'; request: string; answers: string[][] | null };
