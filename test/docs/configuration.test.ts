import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfiguration } from '../../src/configuration/index.js';
import {
  bytesText,
  durationText,
  flagOf,
  type SettingKey,
  settingKeys,
  settingOf,
  variableOf,
} from '../../src/schema/index.js';
import { tempFolder } from '../support/temp-folder.js';

const file = new URL('../../docs/configuration.md', import.meta.url);
const page = await readFile(file, 'utf8');

function row(key: SettingKey): string {
  const { flag, help, kind, default: value, defaultText, choices } = settingOf(key);
  const units: Partial<Record<typeof kind, (value: number) => string>> = {
    duration: durationText,
    bytes: bytesText,
  };
  const standard =
    defaultText ?? (value === undefined ? '' : (units[kind]?.(value as number) ?? String(value)));
  const about = [help, ...(choices ? [`one of ${choices.join(', ')}`] : [])].join('; ');
  const usual = key === 'data' ? 'the folder of the user' : standard;
  return `| \`${key}\` | \`${flag}\` | \`${variableOf(key)}\` | ${about.replaceAll('*', '\\*')} | ${usual} |`;
}

it('the table of settings is up to date (vitest -u writes it)', async () => {
  const head = ['| key | flag | variable | | default |', '| --- | --- | --- | --- | --- |'];
  const table = [...head, ...settingKeys.map(row)].join('\n');
  const current = page.replace(
    /<!-- settings -->.*<!-- end of settings -->/s,
    () => `<!-- settings -->\n\n${table}\n\n<!-- end of settings -->`,
  );
  await expect(current).toMatchFileSnapshot(file.pathname);
});

const examples = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text]) => text!);

it.each(examples)('the example is a good configuration: %s', async (text) => {
  const dataFolder = await tempFolder();
  const path = join(dataFolder, 'greenroom.json');
  await writeFile(path, text);
  await chmod(path, 0o644);
  const agents = ['claude', 'mock'];
  const { effective } = await loadConfiguration({ flags: {}, env: {}, agents, dataFolder });
  expect(effective.settings.some(({ from }) => from === 'file')).toBe(true);
});

it('names no setting, flag or variable that does not exist', () => {
  const prose = page.replace(/<!-- settings -->.*<!-- end of settings -->/s, '');
  const flags = [
    ...settingKeys.map(flagOf),
    '--config',
    '--no-token',
    '--json',
    '--unix-socket',
    '--acp',
    '--help',
  ];
  const named = [...prose.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([flag]) => flag);
  expect(named.filter((flag) => !flags.includes(flag))).toEqual([]);
});
