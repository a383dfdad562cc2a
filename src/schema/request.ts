import { z } from 'zod';
import { LongValueRef } from './content.js';
import { ClientRef } from './token.js';
import { ToolKind } from './vocabulary.js';

/** Additional data of the provider, in no fixed form. */
export const Metadata = z.record(z.string(), z.unknown());
export type Metadata = z.infer<typeof Metadata>;

export const PermissionReply = z.enum(['once', 'always', 'reject']);
export type PermissionReply = z.infer<typeof PermissionReply>;

/** A client's reply, or `cancelled` if there was none in time. */
export const PermissionOutcome = z.enum(['once', 'always', 'reject', 'cancelled']);
export type PermissionOutcome = z.infer<typeof PermissionOutcome>;

/** Who settled a request: a client, the agent itself, or the daemon at the end of a turn or of a timeout. */
export const ResolvedBy = z.enum(['client', 'agent', 'daemon']);
export type ResolvedBy = z.infer<typeof ResolvedBy>;

const permissionDetails = {
  tool: z.string().describe("The tool's name"),
  kind: ToolKind,
  title: z.string().describe('A short line for humans: the command, the path, the search pattern'),
  input: z.unknown().describe('The input of the tool'),
  command: z.string().optional(),
  paths: z.array(z.string()).optional(),
  diff: z
    .union([z.string(), LongValueRef])
    .optional()
    .describe('What would change, compared with the files on disk'),
  replies: z.array(PermissionReply).describe('The replies that are possible now'),
  scope: z.string().optional().describe('Describes what `always` covers'),
  reason: z.string().optional().describe('Why the agent asks'),
  call_id: z.string().optional().describe('The call_id of the tool_call part'),
  native: Metadata.describe('Further details in the words of the provider'),
};

/** A permission as an agent asks for it. */
export const PermissionDetails = z.object(permissionDetails);
export type PermissionDetails = z.infer<typeof PermissionDetails>;

/** The details are missing in events before 0.3. */
export const PermissionMetadata = z
  .object(permissionDetails)
  .partial()
  .extend({
    thread_id: z.string().nullish().describe('The thread of the sub-agent that asks'),
    reply: PermissionOutcome.optional().describe('Only on resolved, as are the next two'),
    resolved_by: ResolvedBy.optional(),
    client: ClientRef.optional().describe('The client that replied'),
    message: z.string().optional().describe('The reason that the client gave'),
  })
  .catchall(z.unknown())
  .meta({ id: 'PermissionMetadata' });
export type PermissionMetadata = z.infer<typeof PermissionMetadata>;

export const PermissionData = z
  .object({
    permission_id: z.string(),
    action: z.string().describe('The action to be approved, e.g. command_execution, file_change'),
    status: z.enum(['requested', 'approved', 'denied']),
    metadata: PermissionMetadata,
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
      'thread_id of the sub-agent that asks, and native, details in the words of the provider; on resolved also resolved_by, and client if it was one. Missing in events before 0.2',
    ),
  })
  .meta({ id: 'QuestionData' });
export type QuestionData = z.infer<typeof QuestionData>;
