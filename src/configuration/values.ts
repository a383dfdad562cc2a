import { readVariable, SettingError } from '../schema/configuration/setting-text.js';
import {
  bytesOf,
  durationOf,
  flagOf,
  type LimitName,
  type Limits,
  type SettingKey,
  type SettingOrigin,
  settingOf,
  variableOf,
} from '../schema/index.js';
import { ConfigurationError } from './error.js';
import type { LoadedFile } from './file.js';

/** A value, and where it comes from. */
export interface Sourced {
  value: unknown;
  from: SettingOrigin;
  /** Null for a default. */
  where: string | null;
}

export interface Sources {
  /** As the command line has read them. */
  flags: Partial<Record<SettingKey, unknown>>;
  env: NodeJS.ProcessEnv;
  file: LoadedFile | null;
  /** Defaults that depend on the machine. */
  defaults: Partial<Record<SettingKey, unknown>>;
}

/** The value of a setting: the flag beats the environment, that the file, and that the default. */
export function sourced(key: SettingKey, { flags, env, file, defaults }: Sources): Sourced {
  if (flags[key] !== undefined) return { value: flags[key], from: 'flag', where: flagOf(key) };
  const text = env[variableOf(key)];
  if (text) return { value: fromVariable(key, text), from: 'environment', where: variableOf(key) };
  const given = file?.content[key];
  if (given !== undefined) return { value: fromFile(key, given), from: 'file', where: file!.placeOf([key]) };
  return { value: defaults[key] ?? settingOf(key).default, from: 'default', where: null };
}

/** The same for a single limit: flags, variables and the file may each set others. */
export function sourcedLimit(name: LimitName, fallback: number, sources: Sources): Sourced {
  const { flags, env, file } = sources;
  const inFlags = (flags.limits as Partial<Limits> | undefined)?.[name];
  if (inFlags !== undefined) return { value: inFlags, from: 'flag', where: flagOf('limits') };
  const variable = variableOf('limits');
  const text = env[variable];
  const inVariable = text ? (fromVariable('limits', text) as Partial<Limits>)[name] : undefined;
  if (inVariable !== undefined) return { value: inVariable, from: 'environment', where: variable };
  const inFile = (file?.content.limits as Partial<Limits> | undefined)?.[name];
  if (inFile !== undefined)
    return { value: bytesOf(String(inFile)), from: 'file', where: file!.placeOf(['limits', name]) };
  return { value: fallback, from: 'default', where: null };
}

function fromVariable(key: SettingKey, text: string): unknown {
  try {
    return readVariable(settingOf(key), text);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    throw new ConfigurationError(`${variableOf(key)} is ${JSON.stringify(text)}. ${error.message}`);
  }
}

/** Durations and sizes as numbers; the schema has checked them. */
function fromFile(key: SettingKey, given: unknown): unknown {
  const { kind } = settingOf(key);
  if (kind === 'duration') return durationOf(String(given));
  return kind === 'bytes' ? bytesOf(String(given)) : given;
}
