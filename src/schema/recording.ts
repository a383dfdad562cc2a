import { z } from 'zod';

const Timed = z.looseObject({ type: z.string(), at: z.string() });

/** The first line of a recording: what it takes to replay the rest. */
export const RecordingHeader = z.object({
  recording: z.literal(1).describe('The version of the format'),
  greenroom: z.string().describe('The version of the daemon'),
  agent: z.string(),
  version: z.string().nullable().describe('Of the agent'),
  sessionId: z.string(),
  settings: z.record(z.string(), z.unknown()),
  input: z.record(z.string(), z.unknown()).describe("The input of the session's machine"),
  complete: z.boolean().describe('False if it was begun by an earlier version, which kept only a part'),
});
export type RecordingHeader = z.infer<typeof RecordingHeader>;

/** Everything that went into a session, in order. */
export const RecordedInput = z.discriminatedUnion('type', [
  /** The session was created, with this input for its machine. */
  z.object({ type: z.literal('session'), input: z.record(z.string(), z.unknown()) }),
  /** A process of the agent was started, whose output begins a new translation. */
  z.object({ type: z.literal('process'), roots: z.array(z.string()) }),
  z.object({
    type: z.literal('payload'),
    at: z.string(),
    text: z.string(),
    /** Why the rest of the line was not read. */
    unread: z.string().optional(),
    /** What the proposed changes of files were, compared with the files as they were then. */
    diffs: z.array(z.string().nullable()).optional(),
  }),
  z.object({
    type: z.literal('notice'),
    at: z.string(),
    notice: z.looseObject({}),
    diffs: z.array(z.string().nullable()).optional(),
  }),
  /** A command, or something that the daemon noticed. */
  z.object({ type: z.literal('input'), input: Timed }),
]);
export type RecordedInput = z.infer<typeof RecordedInput>;

/** A line after the first: an input, or an event that followed. */
export const RecordingLine = z.union([
  z.object({ in: RecordedInput }),
  z.object({ out: z.looseObject({ type: z.string(), sequence: z.int() }) }),
]);
export type RecordingLine = z.infer<typeof RecordingLine>;
