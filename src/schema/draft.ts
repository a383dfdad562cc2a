import { z } from 'zod';
import { ContentPart } from './content.js';
import { TurnOutcome } from './event.js';
import { ItemKind, ItemRole } from './item.js';
import { Metadata, PermissionDetails, PermissionOutcome, Question } from './request.js';
import { ContextUsage, ErrorCategory, ReportedUsage } from './vocabulary.js';

/** A change to a file that a tool wants to make. */
export const ProposedChange = z.discriminatedUnion('type', [
  z.object({ type: z.literal('write'), path: z.string(), content: z.string() }),
  z.object({
    type: z.literal('replace'),
    path: z.string(),
    edits: z.array(z.object({ before: z.string(), after: z.string(), all: z.boolean().optional() })),
  }),
  z.object({ type: z.literal('delete'), path: z.string() }),
  z.object({
    type: z.literal('patch'),
    path: z.string(),
    movedTo: z.string().optional(),
    patch: z.string().describe('A unified diff of the provider, in which shared indentation may be missing'),
  }),
  z.object({
    type: z.literal('cell'),
    path: z.string().describe('A Jupyter notebook'),
    action: z.enum(['replace', 'insert', 'delete']),
    cell: z.string().optional().describe('The id of the cell, or of the one before an inserted cell'),
    kind: z.enum(['code', 'markdown']).optional(),
    source: z.string(),
  }),
  z.object({ type: z.literal('diff'), diff: z.string().describe('A unified diff of the provider') }),
]);
export type ProposedChange = z.infer<typeof ProposedChange>;

/**
 * A draft is the translation of one native payload: a universal event without a sequence and without guarantees. It
 * says what the provider said; the session machine fills the gaps.
 *
 * `key` is the translator's name for an item or request, unique within the session. The machine assigns the universal
 * ids and maps keys to them.
 */
export const DraftItem = z.object({
  key: z.string(),
  native_item_id: z.string().nullable().optional(),
  parent: z.string().nullable().optional().describe('The key of the item it came from'),
  thread: z.string().nullable().optional().describe("The sub-agent's id; none for the main thread"),
  continues: z.string().nullable().optional().describe('The key of the completed item that it continues'),
  message_id: z
    .string()
    .nullable()
    .optional()
    .describe(
      "Of a user's message that the agent sends back: the messageId it was sent with, where it tells",
    ),
  kind: ItemKind,
  role: ItemRole.nullable().optional(),
  content: z.array(ContentPart).optional(),
  status: z.enum(['completed', 'failed']).optional(),
  originals: z
    .array(z.object({ path: z.string(), text: z.string().nullable() }))
    .optional()
    .describe(
      'The files of its `file_ref` parts before the edit, where the provider tells; no event has them',
    ),
});

export const Draft = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('session.started'),
    native_session_id: z.string().optional(),
    metadata: Metadata.optional(),
  }),
  z.object({
    type: z.literal('session.ended'),
    reason: z.enum(['completed', 'error']),
    message: z.string().optional(),
  }),
  z.object({ type: z.literal('turn.started'), metadata: Metadata.optional() }),
  z.object({
    type: z.literal('turn.ended'),
    outcome: TurnOutcome,
    turn: z
      .string()
      .optional()
      .describe('The turn_id it ends, if the provider reports it; a stale one is dropped'),
    metadata: z
      .object({
        model: z.string().optional(),
        usage: ReportedUsage.optional(),
        context: ContextUsage.optional(),
        cost_usd: z.number().optional(),
        duration_ms: z.number().optional(),
        native: Metadata.optional(),
      })
      .optional(),
  }),
  z.object({
    type: z.literal('thread.started'),
    thread: z.string().describe("The provider's own id of the sub-agent"),
    title: z.string().describe('Its name or task'),
    call: z.string().nullable().optional().describe('The key of the tool call that addresses it'),
    sharesCall: z.boolean().optional().describe('Whether the call addresses several sub-agents'),
    endsWithTurn: z
      .boolean()
      .optional()
      .describe('Whether the provider ends it with the running turn; a second draft without it revokes that'),
  }),
  z.object({
    type: z.literal('thread.ended'),
    thread: z.string(),
    status: z.enum(['completed', 'failed']).optional(),
  }),
  z.object({ type: z.literal('item.started'), item: DraftItem }),
  z.object({ type: z.literal('item.delta'), key: z.string(), delta: z.string() }),
  z.object({ type: z.literal('item.completed'), item: DraftItem }),
  z.object({
    type: z.literal('error'),
    message: z.string(),
    code: z.string().nullable().optional(),
    details: z.object({
      retryable: z.boolean(),
      category: ErrorCategory,
      status: z.int().optional(),
      native: Metadata.optional(),
    }),
  }),
  z.object({
    type: z.literal('permission.requested'),
    key: z.string(),
    thread: z.string().nullable().optional(),
    action: z.string(),
    metadata: PermissionDetails,
    changes: z
      .array(ProposedChange)
      .optional()
      .describe('Become `metadata.diff` when they have been compared with the files on disk'),
  }),
  z.object({ type: z.literal('permission.resolved'), key: z.string(), reply: PermissionOutcome }),
  z.object({
    type: z.literal('question.requested'),
    key: z.string(),
    thread: z.string().nullable().optional(),
    questions: z.array(Question).min(1),
    native: Metadata.optional(),
  }),
  z.object({
    type: z.literal('question.resolved'),
    key: z.string(),
    answers: z.array(z.array(z.string())).nullable().describe('null: rejected or withdrawn'),
  }),
  z.object({
    type: z.literal('agent.unparsed'),
    error: z.string(),
    location: z.string(),
    raw_hash: z.string().nullable().optional(),
  }),
]);

export type DraftItem = z.infer<typeof DraftItem>;
export type Draft = z.infer<typeof Draft>;
export type DraftOf<T extends Draft['type']> = Extract<Draft, { type: T }>;
