import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EXIT } from '../../../src/cli/exit-codes.js';
import type { TrustedFolder } from '../../../src/schema/index.js';
import { greenroom } from '../../support/program.js';
import { tempFolder } from '../../support/temp-folder.js';
import { server } from '../daemon/server.js';

/** A folder that brings settings for two agents. */
async function bringing(): Promise<string> {
  const directory = await realpath(await tempFolder());
  await Promise.all(['.mock', '.claude'].map((name) => mkdir(join(directory, name))));
  await writeFile(join(directory, '.mock', 'settings.json'), '{"greeting": "hi"}');
  await writeFile(join(directory, '.claude', 'settings.json'), '{"permissions": {"allow": ["Bash"]}}');
  return directory;
}

const trust = (data: string, ...args: string[]) => greenroom(['trust', ...args, '--data', data]);

async function output(running: ReturnType<typeof trust>): Promise<string> {
  const { stdout, stderr, exitCode } = await running;
  expect([exitCode, stderr]).toEqual([0, '']);
  return stdout;
}

async function refusal(running: ReturnType<typeof greenroom>, code: number = EXIT.failure): Promise<string> {
  const { stderr, exitCode } = await running;
  expect(exitCode).toBe(code);
  return stderr;
}

/** The cells of a printed table, without its header. */
const rows = (table: string) =>
  table
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/));

/** The same for a daemon that runs and for one that does not. */
async function addsListsRemoves(data: string): Promise<void> {
  const folder = await bringing();
  expect(await output(trust(data))).toBe('No folder is trusted.');
  const entry = (agent: string) => [
    folder,
    agent,
    expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
    '1 file',
  ];
  expect(rows(await output(trust(data, 'add', folder)))).toEqual(
    expect.arrayContaining([entry('claude'), entry('mock')]),
  );
  expect(rows(await output(trust(data)))).toEqual([entry('claude'), entry('mock')]);
  const { folders } = JSON.parse(await output(trust(data, '--json'))) as { folders: TrustedFolder[] };
  expect(folders.map(({ agent, paths }) => [agent, paths])).toEqual([
    ['claude', [join(folder, '.claude', 'settings.json')]],
    ['mock', [join(folder, '.mock', 'settings.json')]],
  ]);

  expect(await output(trust(data, 'remove', folders[0]!.id))).toBe(`Removed 1 decision about ${folder}.`);
  expect(rows(await output(trust(data)))).toEqual([entry('mock')]);
  expect(await output(trust(data, 'remove', folder))).toBe(`Removed 1 decision about ${folder}.`);
  expect(await refusal(trust(data, 'remove', folder))).toBe(
    `greenroom: ${folder} is not trusted; list what is with: greenroom trust`,
  );

  expect(rows(await output(trust(data, 'add', folder, '--agent', 'mock')))).toEqual([entry('mock')]);
  const empty = await realpath(await tempFolder());
  expect(await output(trust(data, 'add', empty))).toBe(`${empty} brings nothing that has to be trusted.`);
  expect(await refusal(trust(data, 'add', join(empty, 'none')))).toContain(
    'is no folder; give an absolute path of one that exists',
  );
  expect(await refusal(trust(data, 'add', folder, '--agent', 'nobody'))).toContain('nobody');
}

it('folders are listed, added and removed with the token that the data folder of a running daemon has', async () => {
  const { data } = await server();
  await addsListsRemoves(data);
});

it('the same works on the data folder of a daemon that does not run, which then knows it', async () => {
  const { data, child } = await server();
  child.kill('SIGTERM');
  await child;
  await addsListsRemoves(data);
  const { url, token } = await server({ dataFolder: data });
  const response = await fetch(`${url}/v1/trust`, { headers: { authorization: `Bearer ${token}` } });
  expect(await response.json()).toMatchObject({ folders: [{ agent: 'mock' }] });
});

it('a refusal is one line that says what to do', async () => {
  const { url, data } = await server({ args: ['--token', 'a-token-of-our-own'] });
  const unauthorized = `greenroom: the daemon at ${url} requires a token; name it with --token or GREENROOM_TOKEN`;
  expect(await refusal(trust(data), EXIT.refused)).toBe(unauthorized);
  expect(await refusal(greenroom(['trust', '--url', url]), EXIT.refused)).toBe(unauthorized);
  const elsewhere = ['trust', '--url', url, '--token', 'a-token-of-our-own'];
  expect(await output(greenroom(elsewhere))).toBe('No folder is trusted.');
  const nothing = join(await tempFolder(), 'none');
  expect(await refusal(trust(nothing))).toMatch(/^greenroom: .*none/);
});
