import { z } from 'zod';

/** The parts that messages are made of, a schema per `type`. Unknown fields pass, as a newer server may send more. */

const place = { id: z.string(), sessionID: z.string(), messageID: z.string() };

const Span = z.object({ start: z.number().nullish(), end: z.number().nullish() });

const File = z.object({
  mime: z.string(),
  url: z.string(),
  filename: z.string().nullish(),
});

const ToolMetadata = z.record(z.string(), z.unknown());

const ToolState = z.object({
  /** An open word: what is neither `pending` nor `running` is over. */
  status: z.string(),
  input: z.record(z.string(), z.unknown()).default({}),
  output: z.string().nullish(),
  error: z.string().nullish(),
  metadata: ToolMetadata.nullish(),
  attachments: z.array(File).nullish(),
  time: Span.extend({ compacted: z.number().nullish() }).nullish(),
});

export const partSchemas = {
  text: z.object({
    ...place,
    type: z.literal('text'),
    text: z.string(),
    synthetic: z.boolean().nullish().describe('Made by the server for the model, not said by anybody'),
    ignored: z.boolean().nullish(),
    time: Span.nullish().describe("Only what is streamed has one: a user's text comes whole"),
  }),
  reasoning: z.object({ ...place, type: z.literal('reasoning'), text: z.string(), time: Span.nullish() }),
  tool: z.object({
    ...place,
    type: z.literal('tool'),
    tool: z.string(),
    callID: z.string().describe('From the model, and not unique: two turns may have the same'),
    state: ToolState,
  }),
  file: z.object({ ...place, type: z.literal('file'), ...File.shape }),
  patch: z.object({ ...place, type: z.literal('patch'), files: z.array(z.string()) }),
  subtask: z.object({
    ...place,
    type: z.literal('subtask'),
    agent: z.string(),
    description: z.string(),
  }),
  compaction: z.object({ ...place, type: z.literal('compaction'), auto: z.boolean().nullish() }),
};

export type PartType = keyof typeof partSchemas;
export type PartOf<T extends PartType> = z.infer<(typeof partSchemas)[T]>;
export type NativePart = { [T in PartType]: PartOf<T> }[PartType];
export type NativeFile = z.infer<typeof File>;

// A lookup by type and then one small schema, as for the events.
const byType = new Map<unknown, z.ZodType>(Object.entries(partSchemas));

export type ParsedPart = { ok: true; part: NativePart } | { ok: false; type: string | null; error: string };

export function parsePart(value: unknown): ParsedPart {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  const schema = byType.get(type);
  if (schema === undefined) {
    const name = typeof type === 'string' ? type : null;
    return { ok: false, type: name, error: `unknown type of part ${JSON.stringify(type)}` };
  }
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, part: result.data as NativePart };
  return { ok: false, type: null, error: `malformed ${type} part: ${z.prettifyError(result.error)}` };
}
