import { z } from 'zod';
import { ClientRef } from './token.js';

export const AuditEntry = z
  .object({
    id: z.int().describe('Later entries have higher ones'),
    time: z.string().describe('RFC 3339'),
    client: ClientRef.nullable().describe('Who acted; null if the call had no valid token'),
    address: z.string().nullable().describe('Where the call came from'),
    operation: z
      .string()
      .describe(
        'As in the OpenAPI document, such as replyPermission; `access` for calls that were turned away',
      ),
    outcome: z.string().describe('`ok`, or the kind of the problem'),
    sessionId: z.string().nullable(),
    details: z.record(z.string(), z.unknown()).describe('What it was about, without secrets and texts'),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditResponse = z
  .object({ entries: z.array(AuditEntry).describe('The newest first'), nextCursor: z.string().nullable() })
  .meta({ id: 'AuditResponse' });

export const AuditQuery = z.object({
  limit: z
    .int()
    .positive()
    .optional()
    .describe('At most this many entries; 100 by default, never more than 1000'),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .describe('`nextCursor` of the page before'),
});
