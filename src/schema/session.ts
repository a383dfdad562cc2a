import { z } from 'zod';
import { UniversalEvent } from './event.js';
import { McpServerConfig } from './mcp.js';
import { PermissionData, QuestionData } from './request.js';
import { SessionMatch } from './search.js';
import { SkillsConfig } from './skills.js';
import { ContextUsage, Usage } from './vocabulary.js';

export const SessionStatus = z
  .enum(['starting', 'idle', 'running', 'waiting', 'ended', 'damaged'])
  .describe('waiting: a request is pending; damaged: its stored data cannot be read');
export type SessionStatus = z.infer<typeof SessionStatus>;

/** The value of a state machine: the name of a state, or one value per region. */
export type StateValue = string | { [region: string]: StateValue | undefined };
export const StateValue: z.ZodType<StateValue> = z
  .lazy(() => z.union([z.string(), z.record(z.string(), StateValue)]))
  .meta({ id: 'StateValue' }) as z.ZodType<StateValue>;

/** A running sub-agent. */
export const ThreadInfo = z
  .object({
    threadId: z.string(),
    parentThreadId: z.string().nullable(),
    title: z.string(),
    status: z.enum(['running', 'waiting']).describe('waiting: one of its requests is pending'),
    startedAt: z.string().describe('When its current run began'),
  })
  .meta({ id: 'ThreadInfo' });
export type ThreadInfo = z.infer<typeof ThreadInfo>;

export const SessionInfo = z
  .object({
    sessionId: z.string(),
    agent: z.string(),
    agentVersion: z.string().nullable().describe('As the agent told, else as it was asked for'),
    agentMode: z.string(),
    permissionMode: z.string(),
    model: z.string().nullable().describe('The model in use'),
    variant: z.string().nullable(),
    title: z.string().nullable().describe("The client's title, else the provider's, else the first message"),
    directory: z.string().nullable(),
    mcp: z
      .record(z.string(), McpServerConfig)
      .nullable()
      .describe('Its own MCP servers; values that are secret, such as headers, are empty'),
    skills: SkillsConfig.nullable().describe('Always null'),
    nativeSessionId: z.string().nullable(),
    ended: z.boolean(),
    endReason: z
      .enum(['completed', 'error', 'terminated'])
      .nullable()
      .optional()
      .describe('Why it has ended, null while it has not; missing for one that ended before 0.4'),
    status: SessionStatus,
    damage: z.string().optional().describe('Only if damaged: what is wrong with it'),
    missingSecrets: z
      .array(z.string())
      .optional()
      .describe(
        'Only after a restart: values that its agent cannot be started without, such as `env.API_KEY`',
      ),
    state: StateValue,
    eventCount: z.int().nonnegative(),
    lastSequence: z.int().nonnegative(),
    queued: z.int().nonnegative().describe('Messages waiting for the running turn to end'),
    threads: z.array(ThreadInfo).describe('The running sub-agents'),
    usage: Usage,
    context: ContextUsage.nullable().describe('As of the last turn'),
    costUsd: z.number(),
    createdAt: z.int().describe('Milliseconds since 1970'),
    updatedAt: z.int(),
  })
  .meta({ id: 'SessionInfo' });
export type SessionInfo = z.infer<typeof SessionInfo>;

export const SessionListResponse = z
  .object({
    sessions: z.array(SessionInfo),
    nextCursor: z.string().nullable().describe('The `cursor` of the next page; null on the last one'),
    matches: z
      .array(SessionMatch)
      .optional()
      .describe(
        'Only of a search: where it has found the text; nothing for a session that has it in its title',
      ),
  })
  .meta({ id: 'SessionListResponse' });
export type SessionListResponse = z.infer<typeof SessionListResponse>;

export const AgentError = z
  .object({
    type: z.string(),
    message: z.string(),
    agent: z.string().nullish(),
    session_id: z.string().nullish(),
    details: z.unknown().optional(),
  })
  .meta({ id: 'AgentError' });

export const CreateSessionResponse = SessionInfo.extend({
  healthy: z.boolean().describe('Whether the agent started'),
  error: AgentError.nullable(),
}).meta({ id: 'CreateSessionResponse' });
export type CreateSessionResponse = z.infer<typeof CreateSessionResponse>;

export const EventsResponse = z
  .object({ events: z.array(UniversalEvent), hasMore: z.boolean() })
  .meta({ id: 'EventsResponse' });

/** Pending requests. */
export const PendingRequests = z
  .object({ permissions: z.array(PermissionData), questions: z.array(QuestionData) })
  .meta({ id: 'PendingRequests' });
export type PendingRequests = z.infer<typeof PendingRequests>;

/** The session machine, now or after an earlier event. */
export const SessionState = z
  .object({
    sessionId: z.string(),
    sequence: z.int().nonnegative(),
    value: StateValue,
    turn: z.object({ turn_id: z.string() }).nullable(),
    openItems: z.array(
      z.object({
        item_id: z.string(),
        kind: z.string(),
        role: z.string().nullable(),
        parent_id: z.string().nullable(),
        thread_id: z.string().nullable(),
      }),
    ),
    threads: z.array(ThreadInfo),
    pending: PendingRequests,
    queued: z.int().nonnegative(),
    agent: StateValue.nullable().describe('Value of the machine agent-process; null for past states'),
  })
  .meta({ id: 'SessionState' });
export type SessionState = z.infer<typeof SessionState>;
