import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sessionSettings, userSettings } from '../../../src/agents/amp/settings.js';
import { tempFolder } from '../../support/temp-folder.js';

type Rules = { tool: string; action: string; to?: string }[];
const rulesOf = (settings: Record<string, unknown>) => settings['amp.permissions'] as Rules;

describe('session settings', () => {
  test('delegate all tools to the helper but those that only read', () => {
    const rules = rulesOf(sessionSettings({}, 'default', '/helper'));
    expect(rules.at(-1)).toEqual({ tool: '*', action: 'delegate', to: '/helper' });
    const allowed = rules.filter(({ action }) => action === 'allow').map(({ tool }) => tool);
    expect(allowed).toEqual(expect.arrayContaining(['Read', 'Grep', 'glob']));
    for (const tool of ['Bash', 'edit_file', 'create_file', 'apply_patch', 'web_search', 'mcp__*'])
      expect(allowed).not.toContain(tool);
  });

  test("put the user's rules first and delegate those that ask", () => {
    const users = {
      'amp.permissions': [
        { tool: 'Bash', matches: { cmd: 'git push*' }, action: 'ask' },
        { tool: 'Bash', matches: { cmd: 'rm *' }, action: 'reject' },
      ],
    };
    expect(rulesOf(sessionSettings(users, 'default', '/helper')).slice(0, 2)).toEqual([
      { tool: 'Bash', matches: { cmd: 'git push*' }, action: 'delegate', to: '/helper' },
      { tool: 'Bash', matches: { cmd: 'rm *' }, action: 'reject' },
    ]);
    expect(rulesOf(sessionSettings(users, 'bypass', '/helper'))).toEqual([
      { tool: 'Bash', matches: { cmd: 'rm *' }, action: 'reject' },
      { tool: '*', action: 'allow' },
    ]);
  });

  test("keep the user's other settings but override the session's own", () => {
    const users = {
      'amp.mcpServers': { mine: { command: 'x' } },
      'amp.dangerouslyAllowAll': true,
      'amp.updates.mode': 'auto',
      'amp.permissions': 'nonsense',
    };
    expect(sessionSettings(users, 'default', '/helper')).toMatchObject({
      'amp.mcpServers': { mine: { command: 'x' } },
      'amp.dangerouslyAllowAll': false,
      'amp.updates.mode': 'disabled',
      'amp.notifications.enabled': false,
    });
    expect(sessionSettings({}, 'bypass', '/helper')).toMatchObject({ 'amp.dangerouslyAllowAll': true });
  });
});

describe('user settings', () => {
  async function homeWith(file: string, text: string): Promise<string> {
    const home = await tempFolder();
    await mkdir(dirname(join(home, file)), { recursive: true });
    await writeFile(join(home, file), text);
    return home;
  }

  test('are read from where Amp looks for them', async () => {
    const home = await homeWith('.config/amp/settings.json', '{"a":1}');
    const other = await homeWith('amp/settings.json', '{"a":2}');
    expect(await userSettings({ HOME: home })).toEqual({ a: 1 });
    expect(await userSettings({ HOME: home, XDG_CONFIG_HOME: other })).toEqual({ a: 2 });
    const named = join(await homeWith('named', '{"a":3}'), 'named');
    expect(await userSettings({ HOME: home, AMP_SETTINGS_FILE: named })).toEqual({ a: 3 });
  });

  test('may contain comments and trailing commas', async () => {
    const text = '{\n // "no": 1,\n "url": "http://x/*,}", /* no\n */ "list": [1, 2,],\n}\n';
    const home = await homeWith('.config/amp/settings.jsonc', text);
    expect(await userSettings({ HOME: home })).toEqual({ url: 'http://x/*,}', list: [1, 2] });
  });

  test('are empty without a file', async () => {
    expect(await userSettings({ HOME: '/nowhere' })).toEqual({});
  });

  test.each(['{ nonsense', '[1]'])('throw if malformed: %s', async (text) => {
    const home = await homeWith('.config/amp/settings.json', text);
    await expect(userSettings({ HOME: home })).rejects.toThrow(
      `${home}/.config/amp/settings.json is not a JSON object`,
    );
  });
});
