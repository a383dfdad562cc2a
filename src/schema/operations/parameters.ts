import { z } from 'zod';
import { SessionId, StreamUntil } from '../command.js';
import { SessionStatus } from '../session.js';

export const SessionPath = z.object({
  sessionId: SessionId.describe('The id that the session was created under'),
});
export const AgentPath = z.object({ agent: z.string().describe('The id of an agent') });
export const PermissionPath = SessionPath.extend({
  permissionId: z.string().describe('From permission.requested'),
});
export const QuestionPath = SessionPath.extend({
  questionId: z.string().describe('From question.requested'),
});
export const QueuePath = SessionPath.extend({
  messageId: z.string().describe('The id that the message was sent under'),
});
export const ImagePath = SessionPath.extend({
  itemId: z.string().describe('A completed item'),
  index: z.int().nonnegative().describe('Which of its `image` parts, from 0'),
});
export const ValuePath = SessionPath.extend({
  valueId: z.string().describe('As in the `href` of a LongValueRef'),
});
export const MachinePath = z.object({
  name: z.string().describe('The name of a machine, as GET /v1/machines lists them'),
});

const Count = z.int().nonnegative();

/** Both spellings are in use among clients. */
export const RawQuery = z.object({
  include_raw: z.boolean().optional().describe('Include native payloads'),
  includeRaw: z.boolean().optional().describe('The same as include_raw'),
});
export const MessageStreamQuery = RawQuery.extend({
  until: StreamUntil.optional().describe(
    'request (default): end at the first request for a human, too, and at a final error; turn: only with the turn',
  ),
});
export const StreamQuery = RawQuery.extend({
  offset: Count.optional().describe('The last sequence that the reader has; 0 for all'),
});
export const EventsQuery = StreamQuery.extend({
  limit: Count.optional().describe('At most this many events; 1000 by default, and never more than 10000'),
});
export const SessionsQuery = z.object({
  status: SessionStatus.optional().describe('Only sessions with this status'),
  agent: z.string().optional().describe('Only sessions of this agent'),
  directory: z.string().optional().describe('Only sessions that work in this folder'),
  search: z.string().optional().describe('Only sessions with this text in their title or in a message'),
  limit: z.int().positive().optional().describe('At most this many sessions, and never more than 1000'),
  cursor: z
    .string()
    .optional()
    .describe('`nextCursor` of the page before; the other parameters stay the same'),
});
export type SessionsQuery = z.infer<typeof SessionsQuery>;
export const StreamHeaders = z.object({
  'Last-Event-ID': Count.optional().describe(
    'The last sequence that a reconnecting reader has; overrides `offset`',
  ),
});
export const RevisionHeaders = z.object({
  'If-Match': z
    .string()
    .optional()
    .describe('The revision that the change is based on, such as `"3"`, or `*` for any; refused without it'),
});
export const PreferHeaders = z.object({
  Prefer: z.string().optional().describe('`return=representation` answers with a body'),
});
export const SearchQuery = z.object({
  q: z.string().min(1).describe('The text to look for, whatever its case'),
  after: Count.optional().describe('Only in later events; `nextAfter` of the page before'),
  limit: z
    .int()
    .positive()
    .optional()
    .describe('At most this many matches; 200 by default, and never more than 1000'),
});
export const ChangesQuery = z.object({
  turn: z.string().optional().describe('Only what was changed in this turn: its `turn_id`'),
});
export const AtQuery = z.object({ at: Count.optional().describe('The state after this event') });
export const UploadQuery = z.object({
  filename: z.string().min(1).max(1000).describe('The name of the file; it is stored under a similar one'),
});

/** Both spellings are in use among clients. */
export const FileSessionQuery = z.object({
  session_id: z.string().optional().describe('The session in whose folder a relative path begins'),
  sessionId: z.string().optional().describe('The same as session_id'),
});
export type FileSessionQuery = z.infer<typeof FileSessionQuery>;
export const FileQuery = FileSessionQuery.extend({ path: z.string().describe('Relative or absolute') });
export const FolderQuery = FileSessionQuery.extend({
  path: z.string().optional().describe('Relative or absolute; by default where relative paths begin'),
});
export const FileSearchQuery = FolderQuery.extend({
  query: z.string().max(200).optional().describe('Part of the path, or its letters in order; by default all'),
  limit: z.int().positive().max(200).optional().describe('At most this many matches; 50 by default'),
});
export const FileDeleteQuery = FileQuery.extend({
  recursive: z.boolean().optional().describe('Delete a folder with all of its content'),
});

/** A body with the content of a file, whatever its content type. */
export const Bytes = z.instanceof(Uint8Array, { error: 'must be the bytes of a file' });

/** The same of any length: handlers read it as it arrives. */
export const ByteStream = z.custom<AsyncIterable<Uint8Array>>(
  (body) => typeof body === 'object' && body !== null && Symbol.asyncIterator in body,
  { error: 'must be the bytes of a file' },
);
