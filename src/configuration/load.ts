import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type AgentConfiguration,
  type DeclaredAgent,
  defaultLimits,
  type EffectiveConfiguration,
  type LimitName,
  type Limits,
  limitNames,
  type PermissionMode,
  type SettingKey,
  type SettingValues,
  settingKeys,
} from '../schema/index.js';
import { effective } from './effective.js';
import { ConfigurationError } from './error.js';
import { type LoadedFile, readConfiguration } from './file.js';
import { type Sourced, type Sources, sourced, sourcedLimit } from './values.js';

/** In the data folder. */
export const CONFIGURATION_FILE = 'greenroom.json';
const FILE_VARIABLE = 'GREENROOM_CONFIG';

export interface Given {
  /** The settings that flags gave. */
  flags: Partial<Record<SettingKey, unknown>>;
  /** As `--config` gave it. */
  file?: string | undefined;
  env: NodeJS.ProcessEnv;
  /** The ids of the agents that are part of Greenroom. */
  agents: readonly string[];
  /** The data folder of this user, unless they choose another. */
  dataFolder: string;
}

/** Everything that an operator has decided. */
export interface Configuration {
  settings: SettingValues & { limits: Limits };
  /** Whether somebody has chosen the setting. */
  isChosen(key: SettingKey): boolean;
  folders: readonly string[] | null;
  permissionModes: readonly PermissionMode[] | null;
  agents: Readonly<Record<string, AgentConfiguration | DeclaredAgent>>;
  /** Null if there is none. */
  file: LoadedFile | null;
  /** For people, without secrets. */
  effective: EffectiveConfiguration;
}

/** Finds the configuration file and puts all sources together. Throws a ConfigurationError. */
export async function loadConfiguration(given: Given): Promise<Configuration> {
  const file = await fileOf(given);
  const { flags, env, dataFolder } = given;
  const sources: Sources = { flags, env, file, defaults: { data: dataFolder } };
  const all = Object.fromEntries(settingKeys.map((key) => [key, sourced(key, sources)])) as Record<
    SettingKey,
    Sourced
  >;
  const limits = Object.fromEntries(
    limitNames.map((name) => [name, sourcedLimit(name, defaultLimits[name], sources)]),
  ) as Record<LimitName, Sourced>;
  const values = Object.fromEntries(settingKeys.map((key) => [key, all[key].value]));
  const { folders, permissionModes, agents } = file?.content ?? {};
  return {
    settings: { ...(values as SettingValues), limits: valuesOf(limits) as Limits },
    isChosen: (key) => all[key].from !== 'default',
    // Made absolute when the file was read.
    folders: (folders as string[] | undefined) ?? null,
    permissionModes: permissionModes ?? null,
    agents: agents ?? {},
    file,
    effective: effective(all, limits, file),
  };
}

function valuesOf(sourced: Readonly<Record<string, Sourced>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(sourced).map(([name, { value }]) => [name, value]));
}

/** The file that was named, else the one in the data folder, if there is one. */
async function fileOf({ file, flags, env, agents, dataFolder }: Given): Promise<LoadedFile | null> {
  const named = file ?? env[FILE_VARIABLE];
  if (named) return readConfiguration(resolve(named), agents);
  const folder = (flags.data as string | undefined) ?? (env.GREENROOM_DATA || dataFolder);
  const path = resolve(folder, CONFIGURATION_FILE);
  if (!(await exists(path))) return null;
  const found = await readConfiguration(path, agents);
  if (found.content.data === undefined) return found;
  throw new ConfigurationError(
    `${found.placeOf(['data'])}: data cannot be set in the data folder itself; set it with --data, GREENROOM_DATA or in a file for --config`,
  );
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT' && error.code !== 'ENOTDIR',
  );
}
