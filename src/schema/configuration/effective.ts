import { z } from 'zod';

/** Where the value of a setting comes from; a later one overrides those before. */
export const SettingOrigin = z.enum(['default', 'file', 'environment', 'flag']).meta({ id: 'SettingOrigin' });
export type SettingOrigin = z.infer<typeof SettingOrigin>;

export const EffectiveSetting = z
  .object({
    key: z.string().describe('As in the configuration file, with dots between the levels'),
    value: z.unknown().describe('As in the configuration file; null if unset, and secrets are `***`'),
    from: SettingOrigin,
    where: z
      .string()
      .nullable()
      .describe('The flag, the variable, or the line of the file; null for defaults'),
  })
  .meta({ id: 'EffectiveSetting' });
export type EffectiveSetting = z.infer<typeof EffectiveSetting>;

export const EffectiveConfiguration = z
  .object({
    file: z.string().nullable().describe('The configuration file; null if there is none'),
    settings: z.array(EffectiveSetting),
  })
  .meta({ id: 'EffectiveConfiguration' });
export type EffectiveConfiguration = z.infer<typeof EffectiveConfiguration>;
