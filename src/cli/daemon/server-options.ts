import { type Command, InvalidArgumentError, Option } from 'commander';
import { readFlag, SettingError } from '../../schema/configuration/setting-text.js';
import { type SettingKey, settingKeys, settingOf, variableOf } from '../../schema/configuration/settings.js';
import { bytesText, durationText } from '../../schema/configuration/units.js';
import { defaultDataFolder } from '../data/data-folder.js';

/** What the flags of `greenroom server` gave, by the keys of the settings. */
export interface ServerFlags {
  /** The configuration file. */
  config?: string;
  settings: Partial<Record<SettingKey, unknown>>;
}

/** Adds a flag for each setting of the daemon, and one for the configuration file. */
export function addServerOptions(command: Command): Command {
  command.option(
    '--config <file>',
    `configuration file (env: GREENROOM_CONFIG, default: greenroom.json in the data folder)`,
  );
  for (const key of settingKeys) {
    command.addOption(optionFor(key));
    if (key === 'token') command.option('--no-token', 'allow access without a token');
  }
  return command;
}

/** The flags of a command that `addServerOptions` was called for. */
export function serverFlags(command: Command): ServerFlags {
  const { config, ...given } = command.opts<Record<string, unknown> & { config?: string }>();
  const settings = settingKeys.flatMap((key) => {
    const value = given[optionFor(key).attributeName()];
    return value === undefined ? [] : [[key, value]];
  });
  return { ...(config === undefined ? {} : { config }), settings: Object.fromEntries(settings) };
}

function optionFor(key: SettingKey): Option {
  const setting = settingOf(key);
  const option = new Option(setting.flag, `${setting.help} (${notes(key)})`);
  if (setting.choices) option.argChoices = [...setting.choices];
  if (setting.kind === 'switch') return option;
  return option.argParser((text: string, before: unknown) => {
    try {
      return readFlag(setting, text, before);
    } catch (error) {
      throw error instanceof SettingError ? new InvalidArgumentError(error.message) : error;
    }
  });
}

function notes(key: SettingKey): string {
  const standard = defaultOf(key);
  const defaults = standard === null ? [] : [`default: ${standard}`];
  return [...defaults, `env: ${variableOf(key)}`].join(', ');
}

function defaultOf(key: SettingKey): string | null {
  const { kind, default: value, defaultText } = settingOf(key);
  if (key === 'data') return defaultDataFolder();
  if (defaultText !== undefined) return defaultText;
  if (value === undefined || value === false) return null;
  if (kind === 'duration') return durationText(value as number);
  return kind === 'bytes' ? bytesText(value as number) : String(value);
}
