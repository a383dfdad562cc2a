import { z } from 'zod';
import { ContentPart } from './content.js';

export const ItemKind = z.enum(['message', 'tool_call', 'tool_result', 'system', 'status', 'unknown']);
export const ItemRole = z.enum(['user', 'assistant', 'system', 'tool']);
export const ItemStatus = z.enum(['in_progress', 'completed', 'failed']);

/** One unit of a conversation: a message, a tool call, a tool result, a status … */
export const UniversalItem = z
  .object({
    item_id: z.string().describe('Given by the daemon: itm_…'),
    native_item_id: z.string().nullable().describe("The provider's own id, if it has one"),
    parent_id: z.string().nullable().describe('The item it came from, started earlier in the same session'),
    thread_id: z
      .string()
      .nullable()
      .optional()
      .describe("The sub-agent's thread; null for the main thread. Missing in events before 0.2: null"),
    continues: z
      .string()
      .nullable()
      .optional()
      .describe('The completed item that this one continues. Missing in events before 0.2: null'),
    kind: ItemKind,
    role: ItemRole.nullable(),
    content: z.array(ContentPart),
    status: ItemStatus,
  })
  .meta({ id: 'UniversalItem' });

export type ItemKind = z.infer<typeof ItemKind>;
export type ItemRole = z.infer<typeof ItemRole>;
export type ItemStatus = z.infer<typeof ItemStatus>;
export type UniversalItem = z.infer<typeof UniversalItem>;
