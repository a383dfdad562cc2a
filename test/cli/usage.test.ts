import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.js';
import { EXIT } from '../../src/cli/exit-codes.js';
import { buildProgram } from '../../src/cli/program.js';
import { version } from '../../src/server/index.js';
import { shellProgram } from '../support/executable.js';
import { daemonProcess, greenroom, main } from '../support/program.js';
import { tempFolder } from '../support/temp-folder.js';

describe('the command line', () => {
  it.each([['--help'], ['-h'], ['help']])('prints help with examples: %s', async (flag) => {
    const { stdout, stderr, exitCode } = await greenroom([flag]);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Usage: greenroom');
    expect(stdout).toMatch(/Examples:\n {2}\$ greenroom server/);
  });

  it('documents every option of the server, with examples', async () => {
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
      '--rest-after',
      '--request-timeout',
      '--limit',
      'attachment-bytes',
      '20MiB',
      '--retain-age',
      '--retain-size',
      '--log-level',
      'GREENROOM_TOKEN',
      '127.0.0.1',
      '2468',
    ]) {
      expect(stdout).toContain(option);
    }
    expect(stdout).toMatch(/Examples:\n( {2}\$ .*\n){3,}/);
  });

  it.each(['backup', 'check', 'compact'])('prints help with examples for %s', async (command) => {
    const { stdout, exitCode } = await greenroom([command, '--help']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('--data <folder>');
    expect(stdout).toMatch(new RegExp(`Examples:\n {2}\\$ greenroom ${command}`));
  });

  it('welcomes those who give no command, with the state of things and what to do next', async () => {
    const { dataFolder, daemon } = await daemonProcess();
    const env = { GREENROOM_CODEX_BIN: await shellProgram('exit 0'), GREENROOM_CLAUDE_BIN: '/nowhere' };
    const running = await greenroom([], { ...env, GREENROOM_DATA: dataFolder });
    expect([running.exitCode, running.stderr]).toEqual([0, '']);
    expect(running.stdout).toContain(daemon.url);
    expect(running.stdout).toMatch(/agents +.*codex/);
    expect(running.stdout).not.toMatch(/agents +.*claude/);
    expect(running.stdout.match(/^ {2}\$ greenroom .+$/gm)).toHaveLength(3);
    const nothing = await greenroom([], { ...env, GREENROOM_DATA: await tempFolder() });
    expect(nothing.stdout).toContain('not running');
    expect(nothing.stdout).toContain('$ greenroom up');
  });

  it('loads neither the client nor the schema library nor the daemon for its help', async () => {
    const env = { NODE_V8_COVERAGE: await tempFolder() };
    await greenroom(['--help'], env);
    const [report] = await readdir(env.NODE_V8_COVERAGE);
    const { result } = JSON.parse(await readFile(join(env.NODE_V8_COVERAGE, report!), 'utf8')) as {
      result: { url: string; functions: unknown[] }[];
    };
    const loaded = result.filter(({ url }) => url.includes('/dist/program/')).map(({ url }) => basename(url));
    const text = await Promise.all(loaded.map((name) => readFile(join(dirname(main), name), 'utf8')));
    expect(loaded).toContain('greenroom.js');
    // A class of each.
    for (const absent of ['class GreenroomClient', 'class SessionHost', 'ZodString'])
      expect(text.filter((code) => code.includes(absent))).toEqual([]);
  });

  it('shows stack traces only with -v', async () => {
    const args = ['record', 'x', '--url', 'http://127.0.0.1:1'];
    const [short, long] = await Promise.all([greenroom(args), greenroom(['-v', ...args])]);
    expect(short.stderr).not.toContain('    at ');
    expect(long.stderr).toContain('greenroom: connecting to http://127.0.0.1:1');
    expect(long.stderr).toContain('    at ');
  });

  it('shows colours where they can be seen, unless NO_COLOR says otherwise', async () => {
    const args = ['agents'];
    const plain = await greenroom(args, { FORCE_COLOR: '' });
    const forced = await greenroom(args, { FORCE_COLOR: '1' });
    expect(plain.stdout).not.toContain('\u001b[');
    expect(forced.stdout).toContain('\u001b[');
  });

  it('lists the exit codes', async () => {
    const { stdout, exitCode } = await greenroom(['help', 'exit-codes']);
    expect(exitCode).toBe(0);
    for (const code of Object.values(EXIT)) expect(stdout).toMatch(new RegExp(`^ {2}${code} +\\S`, 'm'));
  });

  it.each(commands.filter(({ isHidden }) => !isHidden).map(({ name }) => [name]))(
    'has help with examples for %s and its commands',
    async (name) => {
      const program = await buildProgram([name]);
      const command = program.commands.find((each) => each.name() === name)!;
      for (const each of [command, ...command.commands]) {
        expect(each.description(), each.name()).not.toBe('');
        let help = '';
        each.configureOutput({ writeOut: (text) => (help += text) });
        each.outputHelp();
        expect(help, each.name()).toMatch(/Examples:\n( {2}\$ greenroom .*\n)+/);
      }
    },
  );

  it('prints its version', async () => {
    const { stdout, exitCode } = await greenroom(['--version']);
    expect([stdout, exitCode]).toEqual([version, 0]);
  });

  it.each([
    ['an unknown option', ['--nope'], '--nope'],
    ['an unknown command', ['nope'], 'nope'],
    ['an unknown command with --help', ['nope', '--help'], "unknown command 'nope'"],
    ['help for an unknown command', ['help', 'nope'], "unknown command 'nope'"],
    ['an unknown command of a command with --help', ['agents', 'nope', '--help'], "unknown command 'nope'"],
    ['a misspelt command', ['agnets'], 'did you mean agents?'],
    ['a misspelt command of a command', ['token', 'lst'], 'Did you mean list?'],
    ['a misspelt option', ['server', '--prot', '1'], 'Did you mean --port?'],
    ['an unknown option of the server', ['server', '--nope'], '--nope'],
    ['an excess argument', ['server', 'extra'], 'too many arguments'],
    ['a port that is a word', ['server', '--port', 'http'], '0 to 65535'],
    ['a port that is too large', ['server', '--port', '65536'], '0 to 65535'],
    ['a port below zero', ['server', '--port=-1'], '0 to 65535'],
    ['a fractional port', ['server', '--port', '24.68'], '0 to 65535'],
    ['an empty port', ['server', '--port', ''], '0 to 65535'],
    ['a missing value', ['server', '--port'], 'argument missing'],
    ['an unknown limit', ['server', '--limit', 'wishes=3'], 'sessions'],
    ['a limit without a number', ['server', '--limit', 'sessions'], 'sessions=500'],
    ['an unknown sync mode', ['server', '--sync', 'maybe'], 'normal, full'],
    ['an unknown log level', ['server', '--log-level', 'loud'], 'trace'],
    ['an unknown exit action', ['server', '--on-agent-exit', 'cry'], 'end, resume'],
    ['a time of rest of zero', ['server', '--rest-after', '0s'], '90s, 15m or 2h'],
    ['a time of rest that is a word', ['server', '--rest-after', 'soon'], '90s, 15m or 2h'],
    ['a request timeout without a unit', ['server', '--request-timeout', '90'], '90s, 15m or 2h'],
    ['a request timeout of zero', ['server', '--request-timeout', '0s'], '90s, 15m or 2h'],
    ['an age without a unit', ['server', '--retain-age', '30'], '90s, 15m or 2h'],
    ['a size in other units', ['server', '--retain-size', '20GB'], '500MiB or 20GiB'],
    ['a size of zero', ['server', '--retain-size', '0'], '500MiB or 20GiB'],
    ['a backup without a target', ['backup'], 'target'],
    ['an excess argument of check', ['check', 'extra'], 'too many arguments'],
    ['an unknown option of compact', ['compact', '--force'], '--force'],
    ['--no-token on all IPv4 addresses', ['server', '--no-token', '--host', '0.0.0.0'], '--insecure'],
    ['--no-token on all IPv6 addresses', ['server', '--no-token', '--host', '::'], '--insecure'],
    [
      '--no-token on a name that only looks like loopback',
      ['server', '--no-token', '--host', '127.evil.example'],
      '--insecure',
    ],
  ])('refuses %s in one line', async (_, args, hint) => {
    const { stdout, stderr, exitCode } = await greenroom(args);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^greenroom: .+$/);
    expect(stderr).toContain(hint);
  });
});
