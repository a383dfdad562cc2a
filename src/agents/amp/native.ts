import { z } from 'zod';
import { AssistantBlock, UserBlock } from '../blocks.js';

/**
 * What the Amp CLI sends, a schema per line, and what our own end of the connection adds. Nothing of it was recorded:
 * the CLI says nothing without Amp's service, so it is taken from the published types and examples, and asks for
 * little. What the types promise and the examples lack (ids, models, stop reasons) is optional.
 */

const session_id = z.string().nullish();
/** The tool call of the subagent that speaks; null in the conversation itself. */
const parent_tool_use_id = z.string().nullish();
const text = z.union([z.string(), z.json()]);

const Usage = z.object({
  input_tokens: z.number().optional(),
  output_tokens: z.number().optional(),
  cache_creation_input_tokens: z.number().optional(),
  cache_read_input_tokens: z.number().optional(),
});

/** A plain text stands for its only block. */
const content = <T extends z.ZodType>(block: T) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? [{ type: 'text', text: value }] : value),
    z.array(block),
  );

const schemas = {
  'system/init': z.object({
    session_id,
    cwd: z.string().optional(),
    tools: z.array(z.string()).optional(),
    mcp_servers: z.array(z.looseObject({ name: z.string() })).optional(),
    agent_mode: z.string().optional(),
  }),
  user: z.object({
    session_id,
    parent_tool_use_id,
    message: z.object({ content: content(UserBlock) }),
  }),
  /** A whole message a line. */
  assistant: z.object({
    session_id,
    parent_tool_use_id,
    message: z.object({
      id: z.string().nullish(),
      content: content(AssistantBlock),
      stop_reason: z.string().nullish().describe('null where the message is not complete'),
      usage: Usage.nullish(),
    }),
  }),
  /** The last line of the process, however many turns it had. */
  result: z.object({
    session_id,
    subtype: z.string(),
    is_error: z.boolean().default(false),
    error: z.string().optional(),
  }),

  // An older form of the stream, which knows neither sessions nor turns.
  message: z.object({
    id: z.string().nullish(),
    role: z.string().optional(),
    content: content(AssistantBlock),
  }),
  tool_call: z.object({
    id: z.string().nullish(),
    tool_call: z.object({ id: z.string(), name: z.string(), arguments: z.unknown() }),
  }),
  tool_result: z.object({
    id: z.string().nullish(),
    tool_call: z.object({ id: z.string() }).nullish(),
    content: text.optional(),
    error: z.string().nullish(),
  }),
  error: z.object({ error: z.string().optional(), content: z.string().optional() }),
  done: z.object({}),

  // What the connection has to say. No line of Amp's own.
  'greenroom.prompt': z.object({
    message_id: z.string(),
    text: z.string().describe('As it was sent: Amp sends it back'),
    steer: z.boolean().describe('Whether it goes into the turn that runs'),
  }),
  'greenroom.permission': z.object({
    request: z.string(),
    tool: z.string(),
    input: z.unknown(),
  }),
  'greenroom.permission_withdrawn': z.object({ request: z.string() }),
  'greenroom.interrupted': z.looseObject({}),
};

export type NativeName = keyof typeof schemas;
export type NativeOf<N extends NativeName> = z.infer<(typeof schemas)[N]>;

/** A payload of the connection's own. */
export type OwnPayload = {
  [N in Extract<NativeName, `greenroom.${string}`>]: { type: N } & NativeOf<N>;
}[Extract<NativeName, `greenroom.${string}`>];

const byName = new Map<string, z.ZodType>(Object.entries(schemas));

export type Parsed =
  | { ok: true; name: NativeName; message: unknown }
  | { ok: false; error: string; name: string | null };

export function parseNative(text: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, error: 'not JSON', name: null };
  }
  if (typeof value !== 'object' || value === null)
    return { ok: false, error: 'not a JSON object', name: null };
  const { type, subtype } = value as { type?: unknown; subtype?: unknown };
  const name = type === 'system' ? `system/${subtype}` : String(type);
  const schema = byName.get(name);
  if (schema === undefined) return { ok: false, error: `unknown message ${JSON.stringify(name)}`, name };
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, name: name as NativeName, message: result.data };
  return { ok: false, error: `malformed ${name}: ${z.prettifyError(result.error)}`, name };
}
