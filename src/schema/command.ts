import { z } from 'zod';
import { Environment } from './environment.js';
import { McpServerConfig, McpServerName } from './mcp.js';
import { PermissionReply } from './request.js';
import { SkillsConfig } from './skills.js';
import { TrustPolicy } from './trust.js';

export const SessionId = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,128}$/, 'must be 1 to 128 of A-Z a-z 0-9 . _ -')
  .meta({ id: 'SessionId' });

/** The available agents depend on the daemon; its documents list them. */
export const AgentId = z
  .string()
  .min(1)
  .meta({ id: 'AgentId', description: 'The id of an agent, as GET /v1/agents lists them' });

export const PermissionMode = z.enum(['default', 'acceptEdits', 'plan', 'bypass']);
export type PermissionMode = z.infer<typeof PermissionMode>;

export const OnAgentExit = z.enum(['end', 'resume']);
export type OnAgentExit = z.infer<typeof OnAgentExit>;

export const CreateSessionRequest = z
  .object({
    agent: AgentId,
    agentMode: z.string().nullish(),
    agentVersion: z
      .string()
      .nullish()
      .describe('The version of the agent that must be installed; any by default'),
    directory: z.string().nullish().describe("The agent's working directory; it must exist"),
    model: z.string().nullish(),
    permissionMode: PermissionMode.nullish(),
    title: z.string().max(500).nullish(),
    variant: z.string().nullish(),
    env: Environment.nullish().describe('Added to the environment of the agent'),
    onAgentExit: OnAgentExit.nullish().describe(
      'Whether the session ends with the agent process, or resumes with a new one',
    ),
    requestTimeoutMs: z
      .int()
      .positive()
      .nullish()
      .describe('How long a permission or question may wait for a human before it is cancelled'),
    trust: TrustPolicy.nullish().describe(
      'What becomes of hooks, MCP servers, permission rules and plugins that the folder brings: a human is asked, or they are used always or never',
    ),
    resume: z
      .string()
      .nullish()
      .describe('A session id or native id whose conversation continues in this session'),
    fork: z
      .boolean()
      .nullish()
      .describe('With resume: continue a copy of that conversation, and leave the original alone'),
    mcp: z.record(McpServerName, McpServerConfig).nullish().describe('MCP servers for this session'),
    skills: SkillsConfig.nullish(),
  })
  .meta({ id: 'CreateSessionRequest' });
export type CreateSessionRequest = z.infer<typeof CreateSessionRequest>;

export const Attachment = z
  .object({ path: z.string().min(1), mime: z.string().nullish(), filename: z.string().nullish() })
  .meta({ id: 'MessageAttachment' });
export type Attachment = z.infer<typeof Attachment>;

/** A file that the daemon stores for a session. */
export const StoredAttachment = z
  .object({ path: z.string(), mime: z.string(), filename: z.string() })
  .meta({ id: 'StoredAttachment' });
export type StoredAttachment = z.infer<typeof StoredAttachment>;

/** How to treat a message that arrives during a turn. */
export const WhenBusy = z.enum(['queue', 'steer', 'interrupt', 'reject']);
export type WhenBusy = z.infer<typeof WhenBusy>;

export const MessageRequest = z
  .object({
    message: z.string().min(1),
    attachments: z.array(Attachment).nullish(),
    messageId: z
      .string()
      .min(1)
      .max(200)
      .nullish()
      .describe('Idempotency key: the same message under the same id does nothing, another one is refused'),
    whenBusy: WhenBusy.nullish(),
  })
  .meta({ id: 'MessageRequest' });
export type MessageRequest = z.infer<typeof MessageRequest>;

/** How far the stream of a message goes: to the first request for a human, or to the end of the turn. */
export const StreamUntil = z.enum(['request', 'turn']);
export type StreamUntil = z.infer<typeof StreamUntil>;

export const Disposition = z.enum(['started', 'queued', 'steered', 'duplicate']);
export type Disposition = z.infer<typeof Disposition>;

export const SendMessageResponse = z
  .object({ messageId: z.string(), disposition: Disposition })
  .meta({ id: 'SendMessageResponse' });
export type SendMessageResponse = z.infer<typeof SendMessageResponse>;

export const InterruptRequest = z
  .object({ threadId: z.string().nullish().describe('Only this sub-agent') })
  .meta({ id: 'InterruptRequest' });

export const PermissionReplyRequest = z
  .object({
    reply: PermissionReply,
    message: z.string().nullish().describe('The reason, passed to the agent on reject'),
  })
  .meta({ id: 'PermissionReplyRequest' });
export type PermissionReplyRequest = z.infer<typeof PermissionReplyRequest>;

export const QuestionReplyRequest = z
  .object({
    answers: z
      .array(z.array(z.string()))
      .describe('One list of answers per question; questions beyond the last list are left empty'),
  })
  .meta({ id: 'QuestionReplyRequest' });
export type QuestionReplyRequest = z.infer<typeof QuestionReplyRequest>;
