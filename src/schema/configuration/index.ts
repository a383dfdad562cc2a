export {
  AgentConfiguration,
  AllowedFolder,
  type ConfigurationFile,
  configurationSchema,
  DeclaredAgent,
} from './configuration.js';
export { EffectiveConfiguration, EffectiveSetting, SettingOrigin } from './effective.js';
export {
  flagOf,
  type Setting,
  type SettingKey,
  type SettingValues,
  settingKeys,
  settingOf,
  settings,
  variableOf,
} from './settings.js';
export * from './units.js';
