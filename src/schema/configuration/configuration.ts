import { z } from 'zod';
import { PermissionMode } from '../command.js';
import { Environment } from '../environment.js';
import { settingSchema } from './setting-schema.js';
import { type SettingKey, settingKeys, settings } from './settings.js';

const Name = z.string().min(1, 'must not be empty');

/** An agent that is part of Greenroom. */
export const AgentConfiguration = z
  .strictObject({
    enabled: z
      .boolean()
      .optional()
      .describe('Whether sessions may use it (default: true). The mock runs `shell` commands unasked'),
    program: Name.optional().describe('Its program, instead of the installed one or that on PATH'),
    model: Name.optional().describe('The model of sessions that ask for none'),
    agentMode: Name.optional().describe('The mode of sessions that ask for none'),
    permissionMode: PermissionMode.optional().describe('The permission mode of sessions that ask for none'),
    env: Environment.optional().describe(
      "Variables that it always gets; `{fromEnv: NAME}` is one of the daemon's own. A session's `env` comes after them",
    ),
  })
  .meta({ id: 'AgentConfiguration' });
export type AgentConfiguration = z.infer<typeof AgentConfiguration>;

/** An agent that the configuration declares. The shape is fixed; no daemon can run one yet. */
const DeclaredAgent = z
  .strictObject({
    protocol: z.literal('acp').describe('The Agent Client Protocol'),
    command: z.array(Name).min(1).describe('Its program with arguments'),
    env: Environment.optional(),
    package: Name.optional().describe('The npm package to install it from, as name@version'),
  })
  .refine(() => false, 'agents that speak ACP cannot be declared yet; remove this entry')
  .meta({ id: 'DeclaredAgent', description: 'Reserved: refused by this version' });

/** A folder in which sessions may be opened. */
export const AllowedFolder = z
  .union([Name, z.strictObject({ path: Name })], { error: 'must be a path, or an object with a path' })
  .meta({ id: 'AllowedFolder' });
export type AllowedFolder = z.infer<typeof AllowedFolder>;

/** The configuration file of a daemon that offers these agents. */
export function configurationSchema(agents: readonly string[]) {
  const known = Object.fromEntries(agents.map((id) => [id, AgentConfiguration.optional()]));
  return z
    .strictObject({
      $schema: z.string().optional().describe('Where editors find the schema of this file'),
      ...Object.fromEntries(settingKeys.map((key) => [key, settingSchema(settings[key])])),
      folders: z
        .array(AllowedFolder)
        .min(1)
        .optional()
        .describe('Folders in which sessions may be opened, with all in them (default: any)'),
      agents: z
        .object(known)
        .catchall(DeclaredAgent)
        .optional()
        .describe('What applies to single agents, by their ids'),
      permissionModes: z
        .array(PermissionMode)
        .min(1)
        .optional()
        .describe('The permission modes that sessions may have (default: all)'),
    })
    .meta({ title: 'The configuration of a Greenroom daemon' });
}

/** What such a file holds: the settings, and what has no flag. */
export type ConfigurationFile = Partial<Record<SettingKey, unknown>> & {
  folders?: AllowedFolder[];
  agents?: Record<string, AgentConfiguration>;
  permissionModes?: PermissionMode[];
};
