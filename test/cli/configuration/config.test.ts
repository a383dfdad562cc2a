import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serverCommand } from '../../../src/cli/daemon/server-command.js';
import { configurationSchema, settingKeys, settings } from '../../../src/schema/index.js';
import { greenroom } from '../../support/program.js';
import { tempFolder } from '../../support/temp-folder.js';
import { server, status } from '../daemon/server.js';

async function fileWith(text: string): Promise<string> {
  const file = join(await tempFolder(), 'greenroom.json');
  await writeFile(file, text, { mode: 0o600 });
  return file;
}

describe('the settings', () => {
  it('are all flags of the server, which has no others but that for the file', () => {
    const flags = serverCommand()
      .options.map(({ long }) => long!)
      .filter((flag) => flag !== '--config' && flag !== '--no-token');
    expect(flags).toEqual(settingKeys.map((key) => settings[key].flag.split(' ')[0]));
  });

  it('are all keys of the file, which has four others', () => {
    const keys = Object.keys(configurationSchema([]).shape);
    expect(keys.filter((key) => !(settingKeys as string[]).includes(key))).toEqual([
      '$schema',
      'folders',
      'agents',
      'permissionModes',
    ]);
    expect(keys).toEqual(expect.arrayContaining(settingKeys));
  });
});

describe('greenroom config', () => {
  it('check accepts a good file', async () => {
    const file = await fileWith('{ "port": 0 }');
    const { stdout, exitCode } = await greenroom(['config', 'check', file]);
    expect([exitCode, stdout]).toEqual([0, `✓ no problems  ${file}`]);
  });

  it('check and the server refuse a bad one with the same words', async () => {
    const file = await fileWith('{\n  "prot": 0\n}');
    const checked = await greenroom(['config', 'check', file]);
    const started = await greenroom(['server', '--config', file, '--data', await tempFolder()]);
    expect([checked.exitCode, started.exitCode]).toEqual([1, 1]);
    expect(checked.stderr).toContain(`greenroom: ${file}:2:3: prot is unknown; did you mean port?`);
    expect(started.stderr).toBe(checked.stderr);
  });

  it('check says so if there is no file', async () => {
    const { stderr, exitCode } = await greenroom(['config', 'check'], { GREENROOM_DATA: await tempFolder() });
    expect([exitCode, stderr]).toEqual([
      1,
      'greenroom: there is no configuration file; name one: greenroom config check <file>',
    ]);
  });

  it('show tells where each value comes from, and no secret', async () => {
    const file = await fileWith('{ "token": "s3cret-in-the-file", "maxCostUsd": 5 }');
    const args = ['config', 'show', '--config', file, '--port', '7'];
    const table = await greenroom(args, { GREENROOM_LOG_LEVEL: 'warn' });
    expect(table.stdout).toMatch(/^port +7 +flag \(--port\)$/m);
    expect(table.stdout).toMatch(/^logLevel +warn +environment \(GREENROOM_LOG_LEVEL\)$/m);
    expect(table.stdout).toContain(`file (${file}:1:`);
    expect(table.stdout).toMatch(/^host +127\.0\.0\.1 +default$/m);
    const json = await greenroom([...args, '--json']);
    const { settings: shown } = JSON.parse(json.stdout) as { settings: { key: string; value: unknown }[] };
    expect(shown.find(({ key }) => key === 'token')).toMatchObject({ value: '***', from: 'file' });
    expect(`${table.stdout}${json.stdout}`).not.toContain('s3cret');
  });

  it('schema prints what the package ships', async () => {
    const { stdout } = await greenroom(['config', 'schema']);
    const shipped = await readFile(new URL('../../../dist/greenroom.schema.json', import.meta.url), 'utf8');
    expect(JSON.parse(stdout)).toEqual(JSON.parse(shipped));
    expect(JSON.parse(stdout)).toMatchObject({
      properties: { port: {}, agents: { properties: { claude: {} } } },
      additionalProperties: false,
    });
  });
});

describe('a server with a configuration file', () => {
  it('uses it from its data folder, and serves it without secrets', async () => {
    const dataFolder = await tempFolder();
    const file = join(dataFolder, 'greenroom.json');
    await writeFile(file, '{ "token": "from-the-file-0123456789", "requestTimeout": "5m" }', { mode: 0o600 });
    const { url } = await server({ dataFolder });
    expect([await status(url), await status(url, 'from-the-file-0123456789')]).toEqual([401, 200]);
    const headers = { authorization: 'Bearer from-the-file-0123456789' };
    const text = await (await fetch(`${url}/v1/config`, { headers })).text();
    expect(JSON.parse(text)).toMatchObject({ file });
    expect(JSON.parse(text).settings).toContainEqual({
      key: 'requestTimeout',
      value: '5m',
      from: 'file',
      where: `${file}:1:58`,
    });
    expect(text).not.toContain('0123456789');
  });

  it('refuses variables of agents that it does not have', async () => {
    const file = await fileWith('{ "agents": { "mock": { "env": { "A": { "fromEnv": "NO_SUCH" } } } } }');
    const { stderr } = await greenroom(['server', '--config', file, '--data', await tempFolder()]);
    expect(stderr).toBe(
      "greenroom: agents.mock.env.A refers to NO_SUCH, which is not set in the daemon's environment",
    );
  });
});
