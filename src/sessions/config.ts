import { z } from 'zod';
import { OnAgentExit, PermissionReply, SessionSettings, TrustPolicy } from '../schema/index.js';
import { StoredVariables } from './secrets/index.js';

/** How a session was created: everything needed to restart its agent. */
export const SessionConfig = z.object({
  uid: z.string(),
  agent: z.string(),
  ...SessionSettings.shape,
  agentVersion: z.string().nullable(),
  directory: z.string(),
  title: z.string().nullable(),
  onAgentExit: OnAgentExit,
  /** How long a request may wait for a human; null for ever. */
  requestTimeoutMs: z.int().positive().nullable().default(null),
  /** Whether a human is asked about what the folder brings; null: as the daemon does. */
  trust: TrustPolicy.nullable().default(null),
  /** What a human decided in this session about contents of its folder, known by their hash. */
  folderDecision: z.object({ contents: z.string(), reply: PermissionReply }).nullable().default(null),
  /** The native id of the conversation that this session continues. */
  resume: z.string().nullable(),
  /** Whether it is forked. */
  fork: z.boolean().default(false),
  /** The id of the token that it was created with; null before 0.4. */
  token: z.string().nullable().default(null),
  /** The names of its tapes, oldest first; null if it was begun by a version without. */
  tapes: z.array(z.string()).nullable().default(null),
  ...StoredVariables.shape,
});
export type SessionConfig = z.infer<typeof SessionConfig>;
