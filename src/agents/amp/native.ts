import { z } from 'zod';
import { AssistantBlock, BlockUsage, UserBlock } from '../kit/blocks.js';
import { field, given, nativeParser } from '../kit/native.js';

/**
 * One schema per message of the Amp CLI. The CLI prints nothing without Amp's service, so none of these were recorded:
 * they follow the published types and examples. Fields that the examples lack (ids, models, stop reasons) are optional.
 */

const session_id = z.string().nullish();
/** The tool call that started the sub-agent; null in the main conversation. */
const parent_tool_use_id = z.string().nullable();
const text = z.union([z.string(), z.json()]);

/** Content may be a plain string instead of a single text block. */
const content = <T extends z.ZodType>(block: T) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? [{ type: 'text', text: value }] : value),
    z.array(block),
  );

export const schemas = {
  'system/init': z.object({
    session_id: z.string(),
    cwd: z.string().optional(),
    tools: z.array(z.string()).optional(),
    mcp_servers: z.array(z.looseObject({ name: z.string(), status: z.string().optional() })).optional(),
    agent_mode: z.string().optional(),
  }),
  user: z.object({
    session_id,
    parent_tool_use_id,
    message: z.object({ content: content(UserBlock) }),
  }),
  /** One complete message per line. */
  assistant: z.object({
    session_id,
    parent_tool_use_id,
    message: z.object({
      id: z.string().nullish(),
      model: z.string().nullish(),
      content: content(AssistantBlock),
      stop_reason: z.string().nullish().describe('null while the message is incomplete'),
      usage: BlockUsage.nullish(),
    }),
  }),
  /** The last line of the process, after any number of turns. */
  result: z.object({
    session_id,
    subtype: z.string(),
    is_error: z.boolean(),
    error: z.string().optional(),
  }),

  // The older stream format, which has neither sessions nor turns.
  message: z.object({
    id: z.string().nullish(),
    role: z.string().optional(),
    content: content(AssistantBlock),
  }),
  tool_call: z.object({
    id: z.string().nullish(),
    tool_call: z.object({ id: z.string(), name: z.string(), arguments: given }),
  }),
  tool_result: z
    .object({
      id: z.string().nullish(),
      tool_call: z.object({ id: z.string() }).nullish(),
      content: text.optional(),
      error: z.string().nullish(),
    })
    .refine(({ content: output, error }) => output !== undefined || error != null, {
      error: 'neither content nor an error',
    }),
  error: z
    .object({ error: z.string().optional(), content: z.string().optional() })
    .refine(({ error, content: reason }) => error !== undefined || reason !== undefined, {
      error: 'without a reason',
    }),
  done: z.object({}),
};

export type NativeName = keyof typeof schemas;
export type NativeOf<N extends NativeName> = z.infer<(typeof schemas)[N]>;

export const parser = nativeParser(schemas, {
  nameOf: (value) => {
    const type = String(field(value, 'type'));
    return type === 'system' ? `system/${field(value, 'subtype')}` : type;
  },
});
