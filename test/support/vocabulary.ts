import { z } from 'zod';
import {
  type ContentPart,
  ContextUsage,
  ErrorCategory,
  NoticeLabel,
  PermissionDetails,
  PlanEntry,
  ReportedUsage,
  ToolKind,
  TurnOutcome,
  type UniversalEvent,
  type UniversalItem,
} from '../../src/schema/index.js';
import { diffProblems } from './diff-problems.js';

/** Checks that events use the words of the vocabulary and no others. */

const words = z.record(z.string(), z.unknown());
const line = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\n\r]*$/, 'must be one line');

const ToolCall = z.strictObject({
  type: z.literal('tool_call'),
  name: z.string().min(1),
  arguments: z.string(),
  call_id: z.string(),
  kind: ToolKind,
  title: line,
});

const Permission = PermissionDetails.extend({ title: line, thread_id: z.string().nullable() })
  .strict()
  .refine(({ replies, scope }) => replies.includes('always') === (scope !== undefined), {
    error: 'scope must say what `always` covers, and only that',
  })
  .refine(({ paths }) => paths === undefined || paths.length > 0, { error: 'empty paths' })
  .refine(({ native }) => Object.keys(native).every((key) => !(key in PermissionDetails.shape)), {
    error: 'native repeats a field of the vocabulary',
  });

const Usage = ReportedUsage.extend({ total_tokens: z.int().optional() })
  .strict()
  .refine(
    ({ input_tokens: all, cached_tokens = 0, cache_write_tokens = 0 }) =>
      all === undefined || cached_tokens + cache_write_tokens <= all,
  )
  .refine(({ output_tokens: all, reasoning_tokens = 0 }) => all === undefined || reasoning_tokens <= all)
  .refine(({ input_tokens, output_tokens, total_tokens }) =>
    input_tokens === undefined || output_tokens === undefined
      ? total_tokens === undefined
      : total_tokens === input_tokens + output_tokens,
  );

const TurnStarted = z.strictObject({
  message_id: z.string().optional(),
  model: z.string().optional(),
  native: words.optional(),
});

const TurnEnded = z.strictObject({
  outcome: TurnOutcome,
  model: z.string().min(1).optional(),
  usage: Usage.optional(),
  context: ContextUsage.strict().optional(),
  cost_usd: z.number().nonnegative().optional(),
  duration_ms: z.number().nonnegative().optional(),
  cause: z.string().optional(),
  native: words.optional(),
});

const ErrorDetails = z.strictObject({
  retryable: z.boolean(),
  category: ErrorCategory,
  status: z.int().optional(),
  native: words.optional(),
});

/** The exit of the agent's process, as the daemon reports it. */
const ExitDetails = ErrorDetails.extend({
  category: z.literal('agent'),
  exit_code: z.int().nullable(),
  signal: z.string().nullable(),
  stderr: z.unknown(),
});

const SessionStarted = z.looseObject({
  agent: z.string(),
  version: z.string().min(1),
  model: z.string().nullable(),
  mode: z.string(),
  cwd: z.string(),
});
/** The version is unknown if the agent never became ready, or only after a human has trusted the folder. */
const FailedStart = SessionStarted.partial({ version: true });

/** The fields of notices that clients read. */
const noticeFields: Partial<Record<NoticeLabel, z.ZodType>> = {
  plan: z.strictObject({ entries: z.array(PlanEntry.strict()) }),
  compaction: z
    .looseObject({
      trigger: z.enum(['auto', 'manual']).optional(),
      before_tokens: z.int().nonnegative().optional(),
      after_tokens: z.int().nonnegative().optional(),
    })
    .optional(),
  rate_limit: z
    .looseObject({ used_percent: z.number().optional(), resets_at: z.iso.datetime().optional() })
    .optional(),
  mcp: z.looseObject({ server: z.string(), error: z.string() }),
  model: z.looseObject({ model: z.string() }),
  settings: z.looseObject({
    model: z.string().nullish(),
    variant: z.string().nullish(),
    mode: z.string().optional(),
    permission_mode: z.string().optional(),
  }),
  version: z.strictObject({ version: z.string(), tested: z.array(z.string()) }),
};

/** Progress is shown as text, so its label must read as text. */
const Progress = z.string().regex(/^[A-Z][^_]*$/, 'neither a notice nor text');

/** One line per violation. */
export function vocabularyProblems(events: readonly UniversalEvent[]): string[] {
  const isReady = events.some(({ type }) => type === 'turn.started');
  return events.flatMap((event) =>
    problemsOf(event, isReady).map((problem) => `#${event.sequence} ${event.type}: ${problem}`),
  );
}

function problemsOf(event: UniversalEvent, isReady: boolean): string[] {
  switch (event.type) {
    case 'session.started':
      return check(
        isReady && !isEarly(event.data.metadata) ? SessionStarted : FailedStart,
        event.data.metadata,
      );
    case 'turn.started':
      return check(TurnStarted, event.data.metadata);
    case 'turn.ended':
      return check(TurnEnded, event.data.metadata);
    case 'error': {
      const isExit = event.data.code === 'agent_process_exited';
      return check(isExit ? ExitDetails : ErrorDetails, event.data.details);
    }
    case 'permission.requested': {
      const { diff } = event.data.metadata;
      return [
        ...check(Permission, event.data.metadata),
        ...(typeof diff === 'string' ? diffProblems(diff) : []),
      ];
    }
    case 'question.requested':
      return check(z.strictObject({ thread_id: z.string().nullable(), native: words }), event.data.metadata);
    case 'item.started':
    case 'item.completed':
      return [
        ...event.data.item.content.flatMap(problemsOfPart),
        ...(event.type === 'item.completed' ? problemsOfNotice(event.data.item) : []),
      ];
    default:
      return [];
  }
}

function problemsOfPart(part: ContentPart): string[] {
  if (part.type === 'tool_call') return check(ToolCall, part);
  if (part.type === 'file_ref' && typeof part.diff === 'string') return diffProblems(part.diff);
  return [];
}

function problemsOfNotice({ kind, content }: UniversalItem): string[] {
  const notice = content.find((part) => part.type === 'status');
  if (kind !== 'status') return notice === undefined ? [] : ['a status part in another item'];
  if (notice === undefined) return ['a status item without a status part'];
  const label = NoticeLabel.safeParse(notice.label);
  if (!label.success) return check(Progress, notice.label);
  const fields = noticeFields[label.data];
  if (fields === undefined) return [];
  return check(fields, content.find((part) => part.type === 'json')?.json);
}

function check(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  if (error === undefined) return [];
  return error.issues.map(({ path, message }) => `${path.join('.')} ${message}: ${JSON.stringify(value)}`);
}

/** Whether a session started before its agent had told about itself, which a notice does later. */
function isEarly({ trust, early }: Record<string, unknown>): boolean {
  return trust === 'asked' || early === true;
}
