import { z } from 'zod';
import { McpServerConfig, OnAgentExit, SessionSettings } from '../schema/index.js';

/** How a session was created: everything needed to restart its agent. */
export const SessionConfig = z.object({
  uid: z.string(),
  agent: z.string(),
  ...SessionSettings.shape,
  agentVersion: z.string().nullable(),
  directory: z.string(),
  title: z.string().nullable(),
  env: z.record(z.string(), z.string()),
  onAgentExit: OnAgentExit,
  /** How long a request may wait for a human; null for ever. */
  requestTimeoutMs: z.int().positive().nullable().default(null),
  /** The native id of the conversation that this session continues. */
  resume: z.string().nullable(),
  /** Whether it is forked. */
  fork: z.boolean().default(false),
  /** As requested. */
  mcp: z.record(z.string(), McpServerConfig).default({}),
});
export type SessionConfig = z.infer<typeof SessionConfig>;
