import { z } from 'zod';
import { field, nativeParser } from '../kit/native.js';

/** One schema per message of the mock agent. Unknown fields are allowed, as newer versions may add some. */

const Usage = z.object({ input_tokens: z.int().nonnegative(), output_tokens: z.int().nonnegative() });

const FileChange = z.object({
  path: z.string(),
  change: z.enum(['read', 'write', 'patch']),
  diff: z.string().optional(),
});

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
  }),
  turn_started: z.object({ type: z.literal('turn_started'), turn: z.string().nullable(), number: z.int() }),
  turn_ended: z.object({
    type: z.literal('turn_ended'),
    turn: z.string().nullable(),
    outcome: z.enum(['ok', 'interrupted', 'failed']),
    usage: Usage,
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
  }),
  permission_request: z.object({
    type: z.literal('permission_request'),
    ...ofThread,
    request: z.string(),
    kind: z.enum(['command', 'edit']),
    call: z.string(),
    tool: z.string(),
    input: z.record(z.string(), z.unknown()),
    diff: z.string().optional(),
    choices: z.array(z.string()),
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

export type Decision = 'allow' | 'allow_always' | 'deny';
