import { describe, expect, it } from 'vitest';
import { version } from '../../src/server/index.js';
import { greenroom } from '../support/program.js';

describe('the command line', () => {
  it.each([['--help'], ['-h'], ['help']])('helps, with examples: %s', async (flag) => {
    const { stdout, stderr, exitCode } = await greenroom([flag]);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Usage: greenroom');
    expect(stdout).toMatch(/Examples:\n {2}\$ greenroom server/);
  });

  it('helps with the server, with every option and examples', async () => {
    const { stdout, exitCode } = await greenroom(['server', '--help']);
    expect(exitCode).toBe(0);
    for (const option of [
      '--host',
      '--port',
      '--token',
      '--no-token',
      '--insecure',
      '--data',
      '--sync',
      '--cors-origin',
      '--allow-host',
      '--on-agent-exit',
      '--log-level',
      'GREENROOM_TOKEN',
      '127.0.0.1',
      '2468',
    ]) {
      expect(stdout).toContain(option);
    }
    expect(stdout).toMatch(/Examples:\n( {2}\$ .*\n){3,}/);
  });

  it('says its version', async () => {
    const { stdout, exitCode } = await greenroom(['--version']);
    expect([stdout, exitCode]).toEqual([version, 0]);
  });

  it('prints the help where nothing was asked for', async () => {
    const { stderr, exitCode } = await greenroom([]);
    expect(stderr).toContain('Usage: greenroom');
    expect(exitCode).toBe(1);
  });

  it.each([
    ['an unknown option', ['--nope'], '--nope'],
    ['an unknown command', ['nope'], 'nope'],
    ['an unknown option of the server', ['server', '--nope'], '--nope'],
    ['an argument too many', ['server', 'extra'], 'too many arguments'],
    ['a port that is a word', ['server', '--port', 'http'], '0 to 65535'],
    ['a port that is too large', ['server', '--port', '65536'], '0 to 65535'],
    ['a port below zero', ['server', '--port=-1'], '0 to 65535'],
    ['a broken port', ['server', '--port', '24.68'], '0 to 65535'],
    ['an empty port', ['server', '--port', ''], '0 to 65535'],
    ['a missing value', ['server', '--port'], 'argument missing'],
    ['an unknown way to sync', ['server', '--sync', 'maybe'], 'normal, full'],
    ['an unknown log level', ['server', '--log-level', 'loud'], 'trace'],
    ['an unknown meaning of an exit', ['server', '--on-agent-exit', 'cry'], 'end, resume'],
    ['a token with a space', ['server', '--token', 'a b'], '--token'],
    ['everybody let in from everywhere', ['server', '--no-token', '--host', '0.0.0.0'], '--insecure'],
    ['everybody let in over IPv6', ['server', '--no-token', '--host', '::'], '--insecure'],
    ['a name that only looks local', ['server', '--no-token', '--host', '127.evil.example'], '--insecure'],
  ])('refuses %s in one line', async (_, args, hint) => {
    const { stdout, stderr, exitCode } = await greenroom(args);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^greenroom: .+$/);
    expect(stderr).toContain(hint);
  });
});
