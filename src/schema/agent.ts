import { z } from 'zod';

const flags = [
  'planMode',
  'permissions',
  'questions',
  'toolCalls',
  'toolResults',
  'textMessages',
  'images',
  'fileAttachments',
  'sessionLifecycle',
  'errorEvents',
  'reasoning',
  'status',
  'commandExecution',
  'fileChanges',
  'mcpTools',
  'streamingDeltas',
  'itemStarted',
] as const;

const flagShape = Object.fromEntries(flags.map((flag) => [flag, z.boolean()])) as Record<
  (typeof flags)[number],
  z.ZodBoolean
>;

export const AgentCapabilities = z
  .object({
    ...flagShape,
    sharedProcess: z.boolean().describe('One long-running process serves many sessions'),
    steer: z.boolean().describe('A message can be steered into a running turn'),
    interruptThread: z.boolean().describe('A single sub-agent can be interrupted'),
    resume: z.boolean().describe('A conversation can be resumed in a new process'),
    fork: z.boolean().describe('A conversation can be forked into another session'),
    mcpServers: z.boolean().describe('A session can have its own MCP servers'),
  })
  .meta({ id: 'AgentCapabilities' });
export type AgentCapabilities = z.infer<typeof AgentCapabilities>;

export const ServerStatusInfo = z
  .object({
    status: z.enum(['running', 'stopped', 'error']),
    restartCount: z.int().nonnegative(),
    baseUrl: z.string().nullish(),
    lastError: z.string().nullish(),
    uptimeMs: z.int().nonnegative().nullish(),
  })
  .meta({ id: 'ServerStatusInfo' });
export type ServerStatusInfo = z.infer<typeof ServerStatusInfo>;

export const AgentInfo = z
  .object({
    id: z.string(),
    installed: z.boolean(),
    credentialsAvailable: z.boolean(),
    path: z.string().nullable(),
    version: z.string().nullable(),
    tested: z
      .boolean()
      .nullable()
      .describe('Whether Greenroom was tested with this version; null if unknown'),
    capabilities: AgentCapabilities,
    serverStatus: ServerStatusInfo.nullish(),
  })
  .meta({ id: 'AgentInfo' });
export type AgentInfo = z.infer<typeof AgentInfo>;
export const AgentListResponse = z.object({ agents: z.array(AgentInfo) }).meta({ id: 'AgentListResponse' });

export const AgentModeInfo = z
  .object({ id: z.string(), name: z.string(), description: z.string() })
  .meta({ id: 'AgentModeInfo' });
export type AgentModeInfo = z.infer<typeof AgentModeInfo>;
export const AgentModesResponse = z
  .object({ modes: z.array(AgentModeInfo) })
  .meta({ id: 'AgentModesResponse' });

export const AgentModelInfo = z
  .object({
    id: z.string(),
    name: z.string().nullish(),
    variants: z.array(z.string()).nullish().describe('Levels of effort'),
    defaultVariant: z.string().nullish(),
  })
  .meta({ id: 'AgentModelInfo' });
export const AgentModelsResponse = z
  .object({ models: z.array(AgentModelInfo), defaultModel: z.string().nullish() })
  .meta({ id: 'AgentModelsResponse' });
export type AgentModelsResponse = z.infer<typeof AgentModelsResponse>;

export const AgentInstallRequest = z
  .object({ reinstall: z.boolean().nullish() })
  .meta({ id: 'AgentInstallRequest' });
