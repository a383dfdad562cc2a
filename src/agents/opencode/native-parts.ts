import { z } from 'zod';

/** The parts of messages, one schema per `type`. Unknown fields are allowed, as newer versions may add some. */

const place = { id: z.string(), sessionID: z.string(), messageID: z.string() };

const Span = z.object({ start: z.number().nullish(), end: z.number().nullish() });

const File = z.object({
  mime: z.string(),
  url: z.string(),
  filename: z.string().nullish(),
});

const ToolState = z.object({
  /** An open set: anything but `pending` and `running` is over. */
  status: z.string(),
  input: z.record(z.string(), z.unknown()).default({}),
  output: z.string().nullish(),
  error: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  attachments: z.array(File).nullish(),
  time: Span.extend({ compacted: z.number().nullish() }).nullish(),
});

export const Part = z.discriminatedUnion('type', [
  z.object({
    ...place,
    type: z.literal('text'),
    text: z.string(),
    synthetic: z.boolean().nullish().describe('Added by the server for the model'),
    ignored: z.boolean().nullish(),
    time: Span.nullish().describe("Only streamed text has one: a user's text comes whole"),
  }),
  z.object({ ...place, type: z.literal('reasoning'), text: z.string(), time: Span.nullish() }),
  z.object({
    ...place,
    type: z.literal('tool'),
    tool: z.string(),
    callID: z.string().describe('From the model, and not unique: two turns may have the same'),
    state: ToolState,
  }),
  z.object({ ...place, type: z.literal('file'), ...File.shape }),
  z.object({ ...place, type: z.literal('patch'), files: z.array(z.string()) }),
  z.object({ ...place, type: z.literal('subtask'), agent: z.string(), description: z.string() }),
  z.object({ ...place, type: z.literal('compaction'), auto: z.boolean().nullish() }),
]);

export type NativePart = z.infer<typeof Part>;
export type PartType = NativePart['type'];
export type PartOf<T extends PartType> = Extract<NativePart, { type: T }>;
/** The session of the sub-agent that a tool has called; null for other tools, and before it is known. */
export function calledSession({ tool, state }: PartOf<'tool'>): string | null {
  const session = state.metadata?.sessionId;
  return tool === TASK && typeof session === 'string' ? session : null;
}

export function isOver({ state }: PartOf<'tool'>): boolean {
  return state.status !== 'pending' && state.status !== 'running';
}

export type NativeFile = z.infer<typeof File>;

/** The tool that starts a sub-agent, or addresses one again. */
const TASK = 'task';

const partTypes: ReadonlySet<string> = new Set(Part.options.map(({ shape }) => shape.type.value));

export const isKnownPart = (type: string): boolean => partTypes.has(type);
