import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../src/configuration/index.js';
import type { SettingKey } from '../../src/schema/index.js';
import { tempFolder } from '../support/temp-folder.js';

interface Given {
  text?: string;
  flags?: Partial<Record<SettingKey, unknown>>;
  env?: NodeJS.ProcessEnv;
  mode?: number;
}

/** The configuration of a daemon with this file in its data folder. */
async function load({ text, flags = {}, env = {}, mode = 0o600 }: Given) {
  const dataFolder = await tempFolder();
  const file = join(dataFolder, 'greenroom.json');
  if (text !== undefined) {
    await writeFile(file, text);
    await chmod(file, mode);
  }
  const loading = loadConfiguration({ flags, env, agents: ['claude', 'mock'], dataFolder });
  return { file, configuration: await loading.catch((error: unknown) => error as Error) };
}

async function loaded(given: Given) {
  const { configuration, file } = await load(given);
  if (configuration instanceof Error) throw configuration;
  return { ...configuration, path: file };
}

/** The problems of a file, without its path. */
async function problemsIn(given: Given): Promise<string[]> {
  const { configuration, file } = await load(given);
  if (!(configuration instanceof Error)) throw new Error('it has no problems');
  return configuration.message.replaceAll(file, 'F').split('\n');
}

describe('a setting', () => {
  it('comes from the flag, else the environment, else the file, else it has its default', async () => {
    const text = '{ "port": 1, "host": "::1", "restAfter": "90s", "retainSize": "1GiB" }';
    const env = { GREENROOM_PORT: '2', GREENROOM_HOST: '127.0.0.2' };
    const { settings, effective, path } = await loaded({ text, env, flags: { port: 3 } });
    expect(settings).toMatchObject({ port: 3, host: '127.0.0.2', restAfter: 90_000, retainSize: 1024 ** 3 });
    expect(settings.logLevel).toBe('info');
    const shown = new Map(effective.settings.map(({ key, ...more }) => [key, more]));
    expect(shown.get('port')).toEqual({ value: 3, from: 'flag', where: '--port' });
    expect(shown.get('host')).toEqual({ value: '127.0.0.2', from: 'environment', where: 'GREENROOM_HOST' });
    expect(shown.get('restAfter')).toEqual({ value: '90s', from: 'file', where: `${path}:1:42` });
    expect(shown.get('logLevel')).toEqual({ value: 'info', from: 'default', where: null });
  });

  it('is each limit by itself', async () => {
    const { settings } = await loaded({
      text: '{ "limits": { "sessions": 1, "openItems": 1, "queuedBytes": "1KiB" } }',
      env: { GREENROOM_LIMIT: 'sessions=2,open-items=2' },
      flags: { limits: { sessions: 3 } },
    });
    expect(settings.limits).toMatchObject({
      sessions: 3,
      openItems: 2,
      queuedBytes: 1024,
      connections: 1000,
    });
  });

  it('is as without a variable if that is empty', async () => {
    const { settings } = await loaded({ text: '{ "port": 1 }', env: { GREENROOM_PORT: '' } });
    expect(settings.port).toBe(1);
  });

  it('names the variable whose text is no value of it', async () => {
    expect(await problemsIn({ env: { GREENROOM_PORT: 'http' } })).toEqual([
      'GREENROOM_PORT is "http". It must be a number from 0 to 65535.',
    ]);
  });
});

describe('a configuration file', () => {
  it('may have comments, trailing commas and a byte order mark', async () => {
    const text = '\uFEFF{\n  // where\n  "port": 7, /* and */ "corsOrigins": ["https://a.example",],\n}';
    expect((await loaded({ text })).settings).toMatchObject({ port: 7, corsOrigins: ['https://a.example'] });
  });

  it('has paths from its own folder, or from the home', async () => {
    const text = '{ "tlsCert": "tls/cert.pem", "folders": ["~/work", { "path": "here" }, "/srv"] }';
    const { settings, folders, path } = await loaded({ text });
    expect(settings.tlsCert).toBe(join(path, '..', 'tls', 'cert.pem'));
    expect(folders).toEqual([join(homedir(), 'work'), join(path, '..', 'here'), '/srv']);
  });

  it('may be another one, which may name the data folder', async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, 'data'));
    const file = join(folder, 'other.json');
    await writeFile(file, '{ "data": "data" }');
    const given = { flags: {}, agents: [], dataFolder: '/nowhere' };
    for (const named of [{ file, env: {} }, { env: { GREENROOM_CONFIG: file } }]) {
      const { settings } = await loadConfiguration({ ...given, ...named });
      expect(settings.data).toBe(join(folder, 'data'));
    }
    await expect(loadConfiguration({ ...given, env: {}, file: join(folder, 'none.json') })).rejects.toThrow(
      /^cannot read the configuration .*none\.json \(ENOENT\)$/,
    );
  });

  it.each([
    ['{ "prot": 1 }', /^F:1:3: prot is unknown; did you mean port\? The keys here are .*port/],
    ['{ "zzzzzzzz": 1 }', /^F:1:3: zzzzzzzz is unknown\. The keys here are /],
    ['{\n  "limits": { "sesions": 1 }\n}', /^F:2:15: limits\.sesions is unknown; did you mean sessions\?/],
    [
      '{ "agents": { "cluade": {} } }',
      /^F:1:15: agents\.cluade is unknown; did you mean claude\?.*claude, mock$/,
    ],
    ['{ "agents": { "mock": { "modle": "a" } } }', /agents\.mock\.modle is unknown; did you mean model\?/],
    [
      '{ "agents": { "gemini": { "protocol": "acp", "command": [] } } }',
      /^F:1:57: agents\.gemini\.command must have at least 1 entry$/,
    ],
    [
      '{ "agents": { "gemini": { "protocol": "mcp", "command": ["gemini"] } } }',
      /^F:1:39: agents\.gemini\.protocol must be /,
    ],
    [
      '{ "agents": { "mock": { "env": { "A": 5 } } } }',
      /agents\.mock\.env\.A must be a text, or \{"fromEnv"/,
    ],
    ['{ "port": "http" }', /^F:1:11: port must be a number$/],
    ['{ "port": 70000 }', /^F:1:11: port must be from 0 to 65535$/],
    ['{ "isolate": "stric" }', /^F:1:14: isolate must be one of process, strict, off, require$/],
    ['{ "permissionModes": ["bypas"] }', /^F:1:23: permissionModes\.0 must be one of default, acceptEdits/],
    ['{ "permissionModes": [] }', /^F:1:22: permissionModes must have at least 1 entry$/],
    ['{ "restAfter": 5 }', /^F:1:16: restAfter must be a text$/],
    ['{ "restAfter": "5" }', /^F:1:16: restAfter must be a duration such as/],
    ['{ "retainSize": "5GB" }', /^F:1:17: retainSize must be a number of bytes such as/],
    ['{ "maxCostUsd": 0 }', /^F:1:17: maxCostUsd must be more than 0$/],
    ['{ "token": "a b" }', /^F:1:12: token must/],
    ['{ "data": "/x" }', /^F:1:11: data cannot be set in the data folder itself; .*--data/],
    ['{ "port": 1, "port": 2 }', /^F:1:14: port occurs twice$/],
    ['{ "port": 1 "host": "a" }', /^F:1:13: a comma is expected here$/],
    ['{ "port": ', /^F:1:11: a value is expected here$/],
    ['[]', /^F:1:1: must be an object in braces$/],
    ['', /^F:1:1: a value is expected here$/],
  ])('is refused with the place and what is allowed: %s', async (text, expected) => {
    const [first] = await problemsIn({ text });
    expect(first).toMatch(expected);
  });

  it('is refused with all its problems, in their order', async () => {
    const text = '{\n  "logLevel": "loud",\n  "agents": { "mock": { "enabled": "no" } },\n  "hots": 1\n}';
    const problems = await problemsIn({ text });
    expect(problems.map((line) => line.split(' ')[0])).toEqual(['F:2:15:', 'F:3:36:', 'F:4:3:']);
  });

  it.each([
    ['{ "token": "s3cret" }', 'token'],
    ['{ "agents": { "mock": { "env": { "KEY": "s3cret" } } } }', 'agents.mock.env.KEY'],
  ])('with a secret is for its owner only: %s', async (text, key) => {
    const [problem] = await problemsIn({ text, mode: 0o640 });
    expect(problem).toContain(`${key} is a secret, and others can read the file; run: chmod 600 F`);
    const { effective } = await loaded({ text });
    expect(JSON.stringify(effective)).toContain('***');
    expect(JSON.stringify(effective)).not.toContain('s3cret');
  });

  it('without a secret may be read by others', async () => {
    const text = '{ "token": false, "agents": { "mock": { "env": { "KEY": { "fromEnv": "MY_KEY" } } } } }';
    const { settings, agents } = await loaded({ text, mode: 0o644 });
    expect(settings.token).toBe(false);
    expect(agents.mock?.env).toEqual({ KEY: { fromEnv: 'MY_KEY' } });
  });
});
