import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { greenroom, main } from '../../support/program.js';
import { tempFolder } from '../../support/temp-folder.js';
import { nth } from '../../support/turns.js';
import { rig } from './rig.js';

const TOKEN = 'a-token-of-our-own';

describe('a token with few scopes', () => {
  it('is told which scope is missing, and how to get it', async () => {
    const { daemon, ok, run } = await rig({ token: TOKEN });
    await daemon.create('s');
    await daemon.say('s', 'permission');
    const { data } = await nth(daemon, 's', 'permission.requested');
    const reader = await ok('token', 'create', 'reader', '--scopes', 'read');
    const refused = async (...command: string[]) => {
      const { stderr, exitCode } = await run(command, { GREENROOM_TOKEN: reader });
      expect(exitCode, stderr).toBe(4);
      return stderr;
    };
    expect(await refused('reply', 's', data.permission_id, 'once')).toBe(
      'greenroom: this call needs the scope approve; the token "reader" has read; get one that has it with: greenroom token create <name> --scopes read,approve',
    );
    expect(await refused('send', 's', 'echo')).toContain('--scopes read,send');
    expect(await refused('rm', '-f', 's')).toContain('--scopes read,admin');
    expect(await refused('kill', 's')).toContain('the scope send');
    expect((await run(['ls', '-q'], { GREENROOM_TOKEN: reader })).stdout).toBe('s');
  });

  it('can send, interrupt and end without the right to read, by whole ids', async () => {
    const { daemon, ok, run } = await rig({ token: TOKEN });
    await daemon.create('session');
    const sender = await ok('token', 'create', 'sender', '--scopes', 'send');
    const sent = (...command: string[]) => run(command, { GREENROOM_TOKEN: sender });
    for (const command of [
      ['send', 'session', 'echo hello'],
      ['interrupt', 'session'],
      ['kill', 'session'],
    ]) {
      const { exitCode, stderr } = await sent(...command);
      expect(exitCode, stderr).toBe(0);
    }
    expect((await sent('kill', 'sess')).exitCode).toBe(5);
    expect((await sent('kill', '@last')).stderr).toContain('the scope read');
    await nth(daemon, 'session', 'session.ended');
  });
});

it('a wrong token, and no daemon, are one line with a code of their own', async () => {
  const { run, reach } = await rig({ token: TOKEN });
  const wrong = await run(['ls'], { GREENROOM_TOKEN: 'wrong' });
  expect([wrong.exitCode, wrong.stdout]).toEqual([4, '']);
  expect(wrong.stderr).toMatch(/^greenroom: .+ does not accept this token/);
  const empty = await tempFolder();
  const none = await greenroom(['ls', '--data', empty], { GREENROOM_URL: '' });
  expect([none.exitCode, none.stdout]).toEqual([3, '']);
  expect(none.stderr).toMatch(/^greenroom: no daemon runs on the data folder .+$/);
  const closed = await greenroom(['logs', 's', '--url', 'http://127.0.0.1:1'], reach);
  expect(closed.exitCode).toBe(3);
  expect(closed.stderr).toMatch(/^greenroom: cannot reach the daemon at http:\/\/127.0.0.1:1 .+$/);
});

it('is plain when piped, coloured on request, and ends silently when nobody reads on', async () => {
  const { daemon, run, reach } = await rig();
  for (const id of ['a', 'b', 'c']) await daemon.create(id);
  await daemon.say('a', 'burst 5000');
  await nth(daemon, 'a', 'turn.ended');
  expect((await run(['ls'])).stdout).not.toContain('\u001b');
  expect((await run(['ls'], { FORCE_COLOR: '1' })).stdout).toContain('\u001b[');
  expect((await run(['logs', 'a'], { FORCE_COLOR: '1' })).stdout).toContain('\u001b[');
  for (const command of ['ls', 'logs a -f --json', 'export a --format jsonl']) {
    const shell = `node ${main} ${command} | head -1; echo "\${PIPESTATUS[1]}"`;
    const { stdout, stderr } = await execa('bash', ['-c', shell], { env: reach });
    expect(stderr).toBe('');
    expect(stdout.split('\n')).toHaveLength(2);
  }
});

it.each([
  ...['ls', 'inspect', 'logs', 'send', 'queue', 'reply', 'interrupt', 'configure', 'resume', 'fork', 'kill'],
  ...['rm', 'export', 'diagram'],
])('prints help with examples: %s', async (command) => {
  const { stdout, stderr, exitCode } = await greenroom([command, '--help']);
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toContain('--data <folder>');
  expect(stdout).toMatch(new RegExp(`Examples:\\n {2}\\$ .*greenroom ${command}`));
});
