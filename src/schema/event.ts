import { z } from 'zod';
import { UniversalItem } from './item.js';
import { Metadata, PermissionData, QuestionData } from './request.js';
import { ContextUsage, ErrorCategory, Usage } from './vocabulary.js';

export const EventSource = z.enum(['agent', 'daemon']);
export type EventSource = z.infer<typeof EventSource>;

export const Stderr = z
  .object({
    head: z.string().describe('The first 20 lines'),
    tail: z.string().optional().describe('The last 50 lines, if there are more'),
    truncated: z.boolean(),
    total_lines: z.int().nonnegative(),
  })
  .meta({ id: 'Stderr' });
export type Stderr = z.infer<typeof Stderr>;

export const SessionStartedData = z.object({ metadata: Metadata });
export const SessionEndedData = z.object({
  reason: z.enum(['completed', 'error', 'terminated']),
  terminated_by: EventSource,
  message: z.string().optional().describe('Only with reason error'),
  exit_code: z.int().nullable().optional().describe('Only with reason error; null after a signal'),
  stderr: Stderr.optional().describe('Only with reason error'),
});
export type SessionEndedData = z.infer<typeof SessionEndedData>;

export const TurnOutcome = z.enum(['completed', 'interrupted', 'error', 'max_turns', 'refused']);
export type TurnOutcome = z.infer<typeof TurnOutcome>;
export const TurnStartedData = z.object({
  phase: z.literal('started'),
  turn_id: z.string(),
  metadata: Metadata,
});
export const TurnEndedData = z.object({
  phase: z.literal('ended'),
  turn_id: z.string(),
  metadata: z
    .object({
      outcome: TurnOutcome,
      model: z.string().optional().describe('The model that answered'),
      usage: Usage.optional().describe('Spent by all threads since the last turn.ended'),
      context: ContextUsage.optional(),
      cost_usd: z.number().optional(),
      duration_ms: z.number().optional(),
      cause: z.string().optional(),
      native: Metadata.optional().describe('Further details in the words of the provider'),
    })
    .catchall(z.unknown()),
});
export type TurnEndedData = z.infer<typeof TurnEndedData>;

export const ItemData = z.object({ item: UniversalItem });
export const ItemDeltaData = z.object({
  item_id: z.string(),
  native_item_id: z.string().nullable(),
  delta: z.string(),
});
export const ErrorData = z.object({
  message: z.string(),
  code: z.string().nullable(),
  details: z
    .object({
      retryable: z.boolean().optional().describe('Whether it is transient: a retry is under way'),
      category: ErrorCategory.optional(),
      status: z.int().optional().describe('The HTTP status, if there is one'),
      native: Metadata.optional().describe('Further details in the words of the provider'),
    })
    .catchall(z.unknown()),
});
export const UnparsedData = z.object({
  error: z.string(),
  location: z.string().describe("Which agent's translator gave up"),
  raw_hash: z.string().nullable(),
});

const envelope = {
  event_id: z.string().describe('evt_…, unique over all sessions and restarts'),
  sequence: z.int().positive().describe('1, 2, 3 … per session, without a gap, across restarts'),
  time: z.iso.datetime().describe('RFC 3339, UTC, milliseconds; never goes back within a session'),
  session_id: z.string(),
  native_session_id: z.string().nullable().describe("The provider's thread or session id, once known"),
  synthetic: z.boolean().describe('Exactly source === "daemon"'),
  source: EventSource,
};
const raw = z.unknown().describe('The native payload if requested, otherwise null');

function eventOf<T extends string, D extends z.ZodType>(type: T, data: D) {
  return z.object({ ...envelope, type: z.literal(type), data, raw }).meta({ id: eventName(type) });
}

/** `session.started` → `SessionStartedEvent` */
function eventName(type: string): string {
  const words = type.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

/** The universal stream that all agents are translated to. */
export const UniversalEvent = z
  .discriminatedUnion('type', [
    eventOf('session.started', SessionStartedData),
    eventOf('session.ended', SessionEndedData),
    eventOf('turn.started', TurnStartedData),
    eventOf('turn.ended', TurnEndedData),
    eventOf('item.started', ItemData),
    eventOf('item.delta', ItemDeltaData),
    eventOf('item.completed', ItemData),
    eventOf('error', ErrorData),
    eventOf('permission.requested', PermissionData),
    eventOf('permission.resolved', PermissionData),
    eventOf('question.requested', QuestionData),
    eventOf('question.resolved', QuestionData),
    eventOf('agent.unparsed', UnparsedData),
  ])
  .meta({ id: 'UniversalEvent' });

export type UniversalEvent = z.infer<typeof UniversalEvent>;
export type EventType = UniversalEvent['type'];
export type EventOf<T extends EventType> = Extract<UniversalEvent, { type: T }>;
export type DataOf<T extends EventType> = EventOf<T>['data'];
