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

/** An agent that the configuration declares. What is left out follows from the preset of its id, if there is one. */
export const DeclaredAgent = AgentConfiguration.omit({ program: true })
  .extend({
    protocol: z.literal('acp').describe('The Agent Client Protocol'),
    command: z.array(Name).min(1).describe('Its program with arguments'),
    name: Name.optional().describe('Its name for humans'),
    package: Name.optional().describe('The npm package to install it from, as name@version'),
    passEnv: z
      .array(Name)
      .optional()
      .describe("Variables of the daemon's environment that it gets; * at the end stands for any ending"),
    writable: z
      .array(Name)
      .optional()
      .describe('Folders of its own in the home, which it may write under strict isolation'),
    folder: z
      .array(Name)
      .optional()
      .describe("Files and folders of a session's folder that it runs or obeys: they need trust"),
    login: z.array(Name).optional().describe('The arguments with which its program logs in'),
    modes: z
      .strictObject({ default: Name.optional(), plan: Name.optional() })
      .optional()
      .describe('Its modes for asking and for planning, where their names do not tell'),
    usage: z
      .enum(['all', 'uncached'])
      .optional()
      .describe(
        'Whether its count of input tokens includes those that were read from a cache (default: all)',
      ),
    ignored: z
      .array(Name)
      .optional()
      .describe('How notifications and requests of its own begin that say nothing about the conversation'),
  })
  .meta({ id: 'DeclaredAgent' });
export type DeclaredAgent = z.infer<typeof DeclaredAgent>;

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
  agents?: Record<string, AgentConfiguration | DeclaredAgent>;
  permissionModes?: PermissionMode[];
};
