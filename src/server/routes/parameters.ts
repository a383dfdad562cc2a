import { z } from 'zod';
import { SessionId } from '../../schema/index.js';

export const SessionParams = z.object({
  sessionId: SessionId.describe('The id that the session was created under'),
});
export const AgentParams = z.object({ agent: z.string().describe('The id of an agent') });
export const PermissionParams = SessionParams.extend({
  permissionId: z.string().describe('From permission.requested'),
});
export const QuestionParams = SessionParams.extend({
  questionId: z.string().describe('From question.requested'),
});

/** `true`, `1` and the bare name mean yes. */
const Flag = z
  .enum(['true', 'false', '1', '0', ''])
  .transform((text) => text !== 'false' && text !== '0')
  .pipe(z.boolean());
const Count = z.coerce.number().int().nonnegative();

/** Both spellings are in use among clients. */
const rawFlags = {
  include_raw: Flag.optional().describe('With the native payloads'),
  includeRaw: Flag.optional().describe('The same as include_raw'),
};

export const RawQuery = z.object(rawFlags);
export const StreamQuery = z.object({
  ...rawFlags,
  offset: Count.optional().describe('The last sequence that the reader has; 0 for all'),
});
export const EventsQuery = StreamQuery.extend({
  limit: Count.optional().describe('At most so many events; 1000 by default, and never more than 10000'),
});
export const StreamHeaders = z.object({
  'Last-Event-ID': Count.optional().describe('What a reader that reconnects had last; wins over `offset`'),
});
export const AtQuery = z.object({ at: Count.optional().describe('As it was after this event') });

export function wantsRaw(query: z.infer<typeof RawQuery>): boolean {
  return query.include_raw ?? query.includeRaw ?? false;
}
