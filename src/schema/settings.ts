import { z } from 'zod';
import { PermissionMode } from './command.js';
import { EnvironmentChanges } from './environment.js';
import { McpServerConfig, McpServerName } from './mcp.js';

/** The settings of a session that can change while it lives. */
export const SessionSettings = z.object({
  model: z.string().nullable(),
  variant: z.string().nullable(),
  agentMode: z.string(),
  permissionMode: PermissionMode,
});
export type SessionSettings = z.infer<typeof SessionSettings>;

/** Omitted settings stay as they are. */
export const ConfigureSessionRequest = z
  .object({
    model: z.string().min(1).optional(),
    variant: z
      .string()
      .min(1)
      .optional()
      .describe('Level of effort; a new model starts with its own default'),
    agentMode: z.string().min(1).optional(),
    permissionMode: PermissionMode.optional(),
    title: z.string().max(500).nullable().optional(),
    env: EnvironmentChanges.optional().describe(
      'Variables to set; null removes one. The others stay, also after a restart of the daemon that lost their values',
    ),
    mcp: z
      .record(McpServerName, McpServerConfig.nullable())
      .optional()
      .describe('MCP servers to add or replace; null removes one. The others stay'),
  })
  .meta({ id: 'ConfigureSessionRequest' });
export type ConfigureSessionRequest = z.infer<typeof ConfigureSessionRequest>;
