import { z } from 'zod';

const McpLocal = z.object({
  type: z.literal('local'),
  command: z
    .union([z.string().min(1), z.array(z.string()).min(1)])
    .meta({ id: 'McpCommand', description: 'The program, or the program with its first arguments' }),
  args: z.array(z.string()).optional(),
  cwd: z.string().nullish().describe("The server's folder; without one, that of the session"),
  env: z.record(z.string(), z.string()).nullish(),
  enabled: z.boolean().nullish(),
  timeoutMs: z.int().nonnegative().nullish().describe('How long it may take to start'),
});

const McpOAuth = z
  .object({
    clientId: z.string().nullish(),
    clientSecret: z.string().nullish(),
    scope: z.string().nullish(),
  })
  .meta({ id: 'McpOAuthConfig' });

const McpRemote = z.object({
  type: z.literal('remote'),
  url: z.url(),
  transport: z.enum(['http', 'sse']).nullish(),
  headers: z.record(z.string(), z.string()).nullish(),
  envHeaders: z
    .record(z.string(), z.string())
    .nullish()
    .describe('Headers whose values are read from environment variables: the variable of each header'),
  bearerTokenEnvVar: z.string().nullish().describe('The environment variable that holds the token'),
  oauth: z
    .union([McpOAuth, z.boolean()])
    .nullish()
    .describe("Only false: servers with OAuth are set up in the agent's own program"),
  enabled: z.boolean().nullish(),
  timeoutMs: z.int().nonnegative().nullish().describe('How long it may take to start'),
});

export const McpServerConfig = z
  .discriminatedUnion('type', [McpLocal, McpRemote])
  .meta({ id: 'McpServerConfig' });
export type McpServerConfig = z.infer<typeof McpServerConfig>;

/** Agents derive tool names from it. */
export const McpServerName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 of A-Z a-z 0-9 _ -');
