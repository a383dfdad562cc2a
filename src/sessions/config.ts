import { z } from 'zod';
import { OnAgentExit, PermissionMode } from '../schema/index.js';

/** How a session was created: all that is needed to start its agent again. */
export const SessionConfig = z.object({
  uid: z.string(),
  agent: z.string(),
  agentMode: z.string(),
  agentVersion: z.string().nullable(),
  directory: z.string(),
  model: z.string().nullable(),
  variant: z.string().nullable(),
  permissionMode: PermissionMode,
  title: z.string().nullable(),
  env: z.record(z.string(), z.string()),
  onAgentExit: OnAgentExit,
  /** The native id of the conversation that this session goes on with. */
  resume: z.string().nullable(),
});
export type SessionConfig = z.infer<typeof SessionConfig>;
