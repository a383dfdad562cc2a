import { z } from 'zod';

/** A recorded edit of a file. */
export const RecordedFileEdit = z
  .object({
    itemId: z.string().describe('The tool_result that reports it'),
    sequence: z.int().positive().describe('Its item.completed event'),
    turnId: z.string().nullable().describe('The turn that it belongs to: the last one that had started'),
    threadId: z.string().nullable().describe("The sub-agent's thread; null for the main thread"),
  })
  .meta({ id: 'RecordedFileEdit' });
export type RecordedFileEdit = z.infer<typeof RecordedFileEdit>;

export const FileChange = z
  .object({
    path: z.string().describe("Relative to the session's folder if the file is inside, else absolute"),
    movedFrom: z.string().nullable().describe('Its path before, if the session has moved it'),
    status: z.enum(['added', 'modified', 'deleted', 'moved']),
    complete: z
      .boolean()
      .describe(
        'Whether `diff` is one diff from before the first edit to after the last; else the content is unknown',
      ),
    diff: z
      .string()
      .describe(
        'A unified diff; if not complete, those of the single edits as far as they are known, in order',
      ),
    added: z.int().nonnegative().describe('Lines'),
    removed: z.int().nonnegative(),
    edits: z.array(RecordedFileEdit),
  })
  .meta({ id: 'FileChange' });
export type FileChange = z.infer<typeof FileChange>;

export const ChangesResponse = z
  .object({
    sessionId: z.string(),
    turnId: z.string().nullable().describe('The turn that was asked for'),
    files: z.array(FileChange).describe('Sorted by path'),
  })
  .meta({ id: 'ChangesResponse' });
export type ChangesResponse = z.infer<typeof ChangesResponse>;
