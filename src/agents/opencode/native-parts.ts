import { z } from 'zod';
import { hasFields } from '../kit/native.js';
import { at } from '../kit/record.js';

/** The parts of messages, one schema per `type`. Unknown fields are allowed, as newer versions may add some. */

const place = { id: z.string(), sessionID: z.string(), messageID: z.string() };

const Span = z.object({ start: z.number(), end: z.number().optional() });

const File = z.object({
  mime: z.string(),
  url: z.string(),
  filename: z.string().nullish(),
});

const ToolState = z
  .object({
    /** An open set: anything but `pending` and `running` is over. */
    status: z.string(),
    input: z.record(z.string(), z.unknown()),
    output: z.string().optional(),
    error: z.string().optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    attachments: z.array(File).nullish(),
    time: Span.extend({ compacted: z.number().nullish() }).optional(),
  })
  .refine(
    hasFields(
      { running: ['time'], completed: ['output', 'metadata', 'time'], error: ['error', 'time'] },
      'status',
    ),
    { error: 'an incomplete state' },
  )
  .refine(({ status, time }) => (status !== 'completed' && status !== 'error') || time?.end !== undefined, {
    error: 'over, but without an end',
  });

/** The parts of the reports of the server's own tools that decide. */
const reports: Readonly<Record<string, z.ZodType>> = {
  bash: z.object({ exit: z.number().nullable().optional(), output: z.string().optional() }),
  task: z.object({ sessionId: z.string().optional(), background: z.boolean().optional() }),
};

function isReport({ tool, state }: { tool: string; state: z.infer<typeof ToolState> }): boolean {
  return at(reports, tool)?.safeParse(state.metadata ?? {}).success ?? true;
}

const Tool = z
  .object({
    ...place,
    type: z.literal('tool'),
    tool: z.string(),
    callID: z.string().describe('From the model, and not unique: two turns may have the same'),
    state: ToolState,
  })
  .refine(isReport, { error: 'a malformed report' });

export const Part = z.discriminatedUnion('type', [
  z.object({
    ...place,
    type: z.literal('text'),
    text: z.string(),
    synthetic: z.boolean().optional().describe('Added by the server for the model'),
    ignored: z.boolean().optional(),
    time: Span.optional().describe("Only streamed text has one: a user's text comes whole"),
  }),
  z.object({ ...place, type: z.literal('reasoning'), text: z.string(), time: Span }),
  Tool,
  z.object({ ...place, type: z.literal('file'), ...File.shape }),
  z.object({ ...place, type: z.literal('patch'), files: z.array(z.string()) }),
  z.object({ ...place, type: z.literal('compaction'), auto: z.boolean() }),
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
