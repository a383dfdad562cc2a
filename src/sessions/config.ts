import { z } from 'zod';
import { McpServerConfig, OnAgentExit, SessionSettings } from '../schema/index.js';

/** How a session was created: all that is needed to start its agent again. */
export const SessionConfig = z.object({
  uid: z.string(),
  agent: z.string(),
  ...SessionSettings.shape,
  agentVersion: z.string().nullable(),
  directory: z.string(),
  title: z.string().nullable(),
  env: z.record(z.string(), z.string()),
  onAgentExit: OnAgentExit,
  /** The native id of the conversation that this session goes on with. */
  resume: z.string().nullable(),
  /** Whether it is a copy of it. */
  fork: z.boolean().default(false),
  /** As they were asked for. */
  mcp: z.record(z.string(), McpServerConfig).default({}),
});
export type SessionConfig = z.infer<typeof SessionConfig>;
