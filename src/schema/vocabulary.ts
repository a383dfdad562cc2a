import { z } from 'zod';

/** Words and shapes that are the same for all agents, so that a client never needs to know which one it is talking to. */

export const ToolKind = z
  .enum([
    'read',
    'edit',
    'delete',
    'move',
    'search',
    'execute',
    'fetch',
    'think',
    'plan',
    'agent',
    'question',
    'other',
  ])
  .meta({ id: 'ToolKind', description: 'The kind of action that a tool performs' });
export type ToolKind = z.infer<typeof ToolKind>;

export const ErrorCategory = z
  .enum([
    'auth',
    'billing',
    'rate_limit',
    'overloaded',
    'context_length',
    'network',
    'refused',
    'invalid_request',
    'server',
    'agent',
    'unknown',
  ])
  .meta({ id: 'ErrorCategory', description: 'The cause of an error' });
export type ErrorCategory = z.infer<typeof ErrorCategory>;

/** Labels of status items with a meaning for clients. Every other label is progress, shown as text. */
export const NoticeLabel = z
  .enum([
    'agent',
    'plan',
    'settings',
    'compaction',
    'rate_limit',
    'mcp',
    'title',
    'model',
    'trust',
    'version',
  ])
  .meta({ id: 'NoticeLabel' });
export type NoticeLabel = z.infer<typeof NoticeLabel>;

export const PlanEntry = z
  .object({
    content: z.string(),
    status: z.enum(['pending', 'in_progress', 'completed']),
    priority: z.string().optional(),
  })
  .meta({ id: 'PlanEntry' });
export type PlanEntry = z.infer<typeof PlanEntry>;

const tokens = z.int().nonnegative().optional();

/** Counts that the provider does not report are absent. */
export const ReportedUsage = z.object({
  input_tokens: tokens.describe('All input: uncached, read from a cache and written to one'),
  cached_tokens: tokens.describe('Input read from a cache'),
  cache_write_tokens: tokens.describe('Input written to a cache'),
  output_tokens: tokens.describe('All output, including reasoning'),
  reasoning_tokens: tokens.describe('Output spent on reasoning'),
});
export type ReportedUsage = z.infer<typeof ReportedUsage>;

export const Usage = ReportedUsage.extend({ total_tokens: tokens.describe('Input and output') })
  // Events before 0.3 have other names.
  .catchall(z.number())
  .meta({ id: 'Usage', description: 'Tokens, by kind' });
export type Usage = z.infer<typeof Usage>;

/** How full the context of the main thread is. */
export const ContextUsage = z
  .object({ used_tokens: z.int().nonnegative(), window_tokens: z.int().positive() })
  .meta({ id: 'ContextUsage' });
export type ContextUsage = z.infer<typeof ContextUsage>;
