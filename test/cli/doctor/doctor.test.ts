import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Finding } from '../../../src/cli/doctor/finding.js';
import { EXIT } from '../../../src/cli/exit-codes.js';
import { shellProgram } from '../../support/executable.js';
import { daemonProcess, greenroom } from '../../support/program.js';
import { tempFolder } from '../../support/temp-folder.js';

async function doctor(data: string, env: Record<string, string> = {}, ...args: string[]) {
  const keys = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN', 'OPENAI_API_KEY'];
  const none = Object.fromEntries(keys.map((name) => [name, '']));
  const quiet = { ...none, HOME: '/nowhere', GREENROOM_CODEX_BIN: '/nowhere', GREENROOM_PORT: '0' };
  const { stdout, stderr, exitCode } = await greenroom(['doctor', '--json', '--data', data, ...args], {
    ...quiet,
    ...env,
  });
  expect(stdout, stderr).not.toBe('');
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  const of = (subject: string) => findings.filter((finding) => finding.subject === subject);
  return { exitCode, findings, of, stdout };
}

it('everything that is right is said to be', async () => {
  const { dataFolder, daemon } = await daemonProcess();
  const program = await shellProgram('echo 2.1.325');
  const { exitCode, of, findings, stdout } = await doctor(dataFolder, {
    GREENROOM_CLAUDE_BIN: program,
    ANTHROPIC_API_KEY: 'secret-of-the-test',
  });
  expect(findings.filter(({ level }) => level === 'problem')).toEqual([]);
  expect(exitCode).toBe(0);
  expect(of('daemon')).toMatchObject([{ level: 'ok', message: expect.stringContaining(daemon.url) }]);
  expect(of('database')).toMatchObject([{ level: 'ok' }]);
  expect(of('agent claude')).toMatchObject([{ level: 'ok', message: `2.1.325  ${program}` }]);
  expect(of('login claude')).toMatchObject([
    { level: 'ok', message: 'there are credentials; set: ANTHROPIC_API_KEY' },
  ]);
  expect(stdout).not.toContain('secret-of-the-test');
});

it('problems come with what to do, and an exit code', async () => {
  const data = join(await tempFolder(), 'data');
  await mkdir(data, { mode: 0o755 });
  await writeFile(join(data, 'greenroom.json'), '{ "prot": 3 }');
  await writeFile(join(data, 'greenroom.sqlite'), 'no database');
  await writeFile(join(data, 'token'), 'a-token');
  await chmod(join(data, 'token'), 0o644);
  const { exitCode, of } = await doctor(data, { GREENROOM_CLAUDE_BIN: await shellProgram('exit 1') });
  expect(exitCode).toBe(EXIT.failure);
  expect(of('data folder')).toMatchObject([
    { level: 'ok' },
    { level: 'warning', advice: `run: chmod 700 ${data}` },
  ]);
  expect(of('configuration')).toMatchObject([{ level: 'problem', message: expect.stringContaining('prot') }]);
  expect(of('database')).toMatchObject([
    { level: 'problem', advice: expect.stringContaining('greenroom check') },
  ]);
  expect(of('token')).toMatchObject([{ level: 'problem', advice: expect.stringContaining('chmod 600') }]);
  expect(of('agent claude')).toMatchObject([
    { level: 'problem', advice: 'reinstall it: greenroom agents install claude --reinstall' },
  ]);
  expect(of('login claude')).toMatchObject([{ level: 'warning', advice: 'greenroom agents login claude' }]);
});

it('an agent that is not tested or not logged in is a warning, and its own word on its login counts', async () => {
  const env = {
    GREENROOM_CLAUDE_BIN: await shellProgram('[ "$1" = --version ] && echo 9.9.9 && exit', 'exit 1'),
    GREENROOM_CODEX_BIN: await shellProgram(
      'echo 0.166.0; [ "$*" = "login status" ] || [ "$*" = --version ]',
    ),
  };
  const { of } = await doctor(await tempFolder(), env);
  expect(of('agent claude')).toMatchObject([
    { level: 'warning', message: expect.stringContaining('9.9.9, not tested') },
  ]);
  expect(of('login claude')).toMatchObject([{ level: 'warning' }]);
  expect(of('login codex')).toMatchObject([{ level: 'ok' }]);
});

it('a daemon that refuses the token, or cannot be reached, is a problem', async () => {
  const { daemon } = await daemonProcess({ token: 'x', env: { GREENROOM_TOKEN: 'the-token-of-this-test' } });
  const nothing = await tempFolder();
  const refused = await doctor(nothing, {}, '--url', daemon.url, '--token', 'another');
  expect(refused.of('daemon')).toMatchObject([
    { level: 'problem', advice: expect.stringContaining('token') },
  ]);
  const unreachable = await doctor(nothing, {}, '--url', 'http://127.0.0.1:1');
  expect(unreachable.of('daemon')).toMatchObject([{ level: 'problem' }]);
});
