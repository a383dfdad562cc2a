import { z } from 'zod';
import { ItemKind, ItemRole } from './item.js';

/** Where a text was found, in the spelling of the conversation. */
export const Excerpt = z
  .object({ before: z.string(), match: z.string(), after: z.string() })
  .meta({ id: 'Excerpt' });
export type Excerpt = z.infer<typeof Excerpt>;

export const SearchMatch = z
  .object({
    itemId: z.string(),
    sequence: z.int().positive().describe('Its item.completed event'),
    threadId: z.string().nullable(),
    kind: ItemKind,
    role: ItemRole.nullable(),
    excerpt: Excerpt.describe('Of the first occurrence'),
    count: z.int().positive().describe('How often the text occurs in the item'),
  })
  .meta({ id: 'SearchMatch' });
export type SearchMatch = z.infer<typeof SearchMatch>;

export const SearchResponse = z
  .object({
    matches: z.array(SearchMatch).describe('In order, one per item'),
    nextAfter: z
      .int()
      .nonnegative()
      .nullable()
      .describe(
        '`after` of the next page, which may have matches although this one has none; null on the last',
      ),
  })
  .meta({ id: 'SearchResponse' });
export type SearchResponse = z.infer<typeof SearchResponse>;

/** The message by which a session was found. */
export const SessionMatch = z
  .object({
    sessionId: z.string(),
    itemId: z.string(),
    sequence: z.int().positive(),
    excerpt: Excerpt,
  })
  .meta({ id: 'SessionMatch' });
export type SessionMatch = z.infer<typeof SessionMatch>;
