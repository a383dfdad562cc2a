import {
  type AgentConfiguration,
  bytesText,
  durationText,
  type EffectiveConfiguration,
  type EffectiveSetting,
  type LimitName,
  type SettingKey,
  settingKeys,
  settingOf,
} from '../schema/index.js';
import type { LoadedFile } from './file.js';
import type { Sourced } from './values.js';

const MASK = '***';

/** Every value with its origin, as the file would have it. Secrets are masked. */
export function effective(
  values: Readonly<Record<SettingKey, Sourced>>,
  limits: Readonly<Record<LimitName, Sourced>>,
  file: LoadedFile | null,
): EffectiveConfiguration {
  const settings = settingKeys.flatMap((key): EffectiveSetting[] => {
    if (key !== 'limits') return [{ key, ...values[key], value: shown(key, values[key].value) }];
    return Object.entries(limits).map(([name, { value, ...origin }]) => ({
      key: `limits.${name}`,
      value: name.toLowerCase().includes('bytes') ? bytesText(value as number) : value,
      ...origin,
    }));
  });
  return { file: file?.path ?? null, settings: [...settings, ...inFileOnly(file)] };
}

function shown(key: SettingKey, value: unknown): unknown {
  if (value === undefined) return null;
  const { kind } = settingOf(key);
  if (kind === 'token') return value === false ? false : MASK;
  if (kind === 'duration') return durationText(value as number);
  return kind === 'bytes' ? bytesText(value as number) : value;
}

/** What only a file can set. */
function inFileOnly(file: LoadedFile | null): EffectiveSetting[] {
  const { folders, permissionModes, agents = {} } = file?.content ?? {};
  const entry = (path: string[], value: unknown): EffectiveSetting => ({
    key: path.join('.'),
    value: value ?? null,
    ...(value === undefined
      ? { from: 'default', where: null }
      : { from: 'file', where: file?.placeOf(path) ?? null }),
  });
  return [
    entry(['folders'], folders),
    entry(['permissionModes'], permissionModes),
    ...Object.entries(agents).map(([id, agent]) => entry(['agents', id], withoutSecrets(agent))),
  ];
}

function withoutSecrets({ env, ...agent }: AgentConfiguration): AgentConfiguration {
  if (!env) return agent;
  const masked = Object.entries(env).map(([name, value]) => [name, typeof value === 'string' ? MASK : value]);
  return { ...agent, env: Object.fromEntries(masked) };
}
