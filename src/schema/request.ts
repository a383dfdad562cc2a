import { z } from 'zod';

/** Additional data of the provider, in no fixed form. */
export const Metadata = z.record(z.string(), z.unknown());
export type Metadata = z.infer<typeof Metadata>;

export const PermissionReply = z.enum(['once', 'always', 'reject']);
export type PermissionReply = z.infer<typeof PermissionReply>;

/** A client's reply, or `cancelled` if there was none in time. */
export const PermissionOutcome = z.enum(['once', 'always', 'reject', 'cancelled']);
export type PermissionOutcome = z.infer<typeof PermissionOutcome>;

/** Who settled a request: a client, the agent itself, or the daemon at the end of a turn. */
export const ResolvedBy = z.enum(['client', 'agent', 'daemon']);
export type ResolvedBy = z.infer<typeof ResolvedBy>;

export const PermissionData = z
  .object({
    permission_id: z.string(),
    action: z.string().describe('The action to be approved, e.g. command_execution, file_change'),
    status: z.enum(['requested', 'approved', 'denied']),
    metadata: Metadata.describe(
      'Tool name, input, command, paths, diff, options the provider offers, thread_id of the sub-agent that asks; on resolved also reply and resolved_by',
    ),
  })
  .meta({ id: 'PermissionData' });
export type PermissionData = z.infer<typeof PermissionData>;

export const QuestionOption = z.object({ label: z.string(), description: z.string().default('') });
export const Question = z
  .object({
    header: z.string().default(''),
    prompt: z.string(),
    options: z.array(QuestionOption).default([]),
    multi_select: z.boolean().default(false),
  })
  .meta({ id: 'Question' });
export type Question = z.infer<typeof Question>;

export const QuestionData = z
  .object({
    question_id: z.string(),
    prompt: z.string().describe('The prompt of the first question'),
    options: z.array(z.string()).describe('The labels of the first question'),
    response: z.string().nullable().describe('The answer to the first question, as one string'),
    status: z.enum(['requested', 'answered', 'rejected']),
    questions: z.array(Question).describe('All questions of this request'),
    answers: z.array(z.array(z.string())).nullable().describe('One list of answers per question'),
    resolved_by: ResolvedBy.optional(),
    metadata: Metadata.optional().describe(
      'thread_id of the sub-agent that asks; on resolved also resolved_by. Missing in events before 0.2',
    ),
  })
  .meta({ id: 'QuestionData' });
export type QuestionData = z.infer<typeof QuestionData>;
