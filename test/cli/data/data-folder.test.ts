import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { defaultDataFolder } from '../../../src/cli/data/data-folder.js';

describe('the default data folder', () => {
  it.each([
    [{ GREENROOM_DATA: '/mine' }, 'linux', '/mine'],
    [{ XDG_DATA_HOME: '/xdg' }, 'linux', '/xdg/greenroom'],
    [{ XDG_DATA_HOME: '' }, 'linux', `${homedir()}/.local/share/greenroom`],
    [{}, 'linux', `${homedir()}/.local/share/greenroom`],
    [{ XDG_DATA_HOME: '/xdg' }, 'darwin', `${homedir()}/Library/Application Support/greenroom`],
  ] as const)('with %j on %s is %s', (env, platform, folder) => {
    expect(defaultDataFolder(env, platform)).toBe(folder);
  });
});
