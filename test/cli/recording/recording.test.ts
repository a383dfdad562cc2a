import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EXIT } from '../../../src/cli/exit-codes.js';
import { greenroom } from '../../support/program.js';
import { tempFolder } from '../../support/temp-folder.js';
import { server } from '../daemon/server.js';

const FIXTURE = 'fixtures/recordings/mock/1.1.0/subagent.ndjson';

/** A copy of the fixture, with one text replaced everywhere in lines of one kind. */
async function altered(kind: 'in' | 'out', from: string, to: string): Promise<string> {
  const file = join(await tempFolder(), 'altered.ndjson');
  const lines = (await readFile(FIXTURE, 'utf8')).split('\n');
  const changed = lines.map((line) => (line.startsWith(`{"${kind}"`) ? line.replaceAll(from, to) : line));
  expect(changed).not.toEqual(lines);
  await writeFile(file, changed.join('\n'));
  return file;
}

async function error(...args: string[]): Promise<string> {
  const { stderr, exitCode } = await greenroom(args);
  expect(exitCode).toBe(args[1] === 'nobody' ? EXIT.notFound : EXIT.failure);
  return stderr;
}

it('a session is recorded to a file and replayed to the same events', async () => {
  const { url, data, token } = await server();
  const call = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: token ? { authorization: `Bearer ${token}` } : {},
      body: JSON.stringify(body),
    });
  const given = { agent: 'mock', directory: await tempFolder() };
  expect((await call('/v1/sessions/s', given)).ok).toBe(true);
  await (await call('/v1/sessions/s/messages/stream', { message: 'echo hello' })).text();
  const file = join(await tempFolder(), 'a.ndjson');
  const recorded = await greenroom(['record', 's', '--data', data, '-o', file]);
  expect(recorded.exitCode, recorded.stderr).toBe(0);
  expect(recorded.stdout).toBe(`${file}\nLook at it before you share it: it has the whole conversation.`);
  const toOutput = await greenroom(['record', 's', '--data', data, '-o', '-']);
  expect(`${toOutput.stdout}\n`).toBe(await readFile(file, 'utf8'));
  const replayed = await greenroom(['replay', file]);
  expect(replayed.exitCode, replayed.stdout).toBe(0);
  expect(replayed.stdout).toContain('✓ the same events as recorded');

  expect(await error('record', 'nobody', '--data', data)).toMatch(/^greenroom: .*nobody/);
  expect(await error('record', 's', '--data', data, '-o', '/nowhere/a')).toContain('cannot write /nowhere/a');
});

it('a difference is shown, and the exit code is 1', async () => {
  const file = await altered('out', '"status":"completed"', '"status":"failed"');
  const { stdout, exitCode } = await greenroom(['replay', file]);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/✗ \d+ events? differs? from what was recorded\n- .*failed.*\n\+ .*completed/);

  const json = await greenroom(['replay', file, '--json']);
  expect(json.exitCode).toBe(1);
  const lines = json.stdout.split('\n').map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({ sequence: 1, type: 'session.started' });
  expect(lines.at(-1)).toMatchObject({ change: { type: 'changed' } });

  expect((await greenroom(['replay', file, '--update'])).exitCode).toBe(0);
  const updated = await greenroom(['replay', file]);
  expect(updated.exitCode, updated.stdout).toBe(0);
});

it('the messages of two versions are compared', async () => {
  const same = await greenroom(['replay', FIXTURE, '--against', '1.1.0']);
  expect(same.exitCode, same.stdout).toBe(0);
  expect(same.stdout).toContain('The same kinds of messages as in 1.1.0.');

  const other = await altered('in', '\\"type\\":\\"message_delta\\"', '\\"type\\":\\"message_piece\\"');
  const { stdout, exitCode } = await greenroom(['replay', other, '--against', FIXTURE]);
  expect(exitCode).toBe(1);
  expect(stdout).toContain('new message: message_piece');
});

it('a file that is no recording is refused with the line that is wrong', async () => {
  const file = join(await tempFolder(), 'a.ndjson');
  await writeFile(file, '');
  expect(await error('replay', file)).toBe(`greenroom: ${file} is empty`);
  await writeFile(file, '{"recording":2}\n');
  expect(await error('replay', file)).toBe(
    `greenroom: ${file} is not a recording: line 1 is not what greenroom record writes`,
  );
  const [header] = (await readFile(FIXTURE, 'utf8')).split('\n');
  await writeFile(file, `${header}\n{"in":{"type":"mystery"}}\n`);
  expect(await error('replay', file)).toContain('line 2 is not what greenroom record writes');
  await writeFile(file, header!.replace('"agent":"mock"', '"agent":"parrot"'));
  expect(await error('replay', file)).toBe(
    `greenroom: ${file} is of the agent parrot, which this version does not know`,
  );
  expect(await error('replay', '/nowhere/a')).toBe('greenroom: cannot read /nowhere/a (ENOENT)');
  expect(await error('replay', FIXTURE, '--against', '9.9.9')).toContain(
    '9.9.9 is neither a recording nor a version of mock',
  );
});
