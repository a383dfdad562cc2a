import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { progressLine } from '../../../src/cli/terminal/progress.js';
import { table } from '../../../src/cli/terminal/table.js';
import { AgentListResponse } from '../../../src/schema/index.js';
import { fakeNpm } from '../../support/fake-npm.js';
import { greenroom } from '../../support/program.js';
import { tempFolder } from '../../support/temp-folder.js';

/** The CLI with its own data folder and a fake npm. */
async function rig(behaviour = '') {
  const [npm, data] = [await fakeNpm(behaviour), await tempFolder()];
  const none = {
    GREENROOM_CLAUDE_BIN: '',
    GREENROOM_CODEX_BIN: '',
    GREENROOM_OPENCODE_BIN: '',
    GREENROOM_AMP_BIN: '',
  };
  const env = { ...npm.env, ...none, ANTHROPIC_API_KEY: 'x' };
  const run = (...args: string[]) => greenroom(['agents', ...args, '--data', data], env);
  const list = async () => {
    const { stdout } = await run('--json');
    return AgentListResponse.parse(JSON.parse(stdout)).agents;
  };
  return { run, list, data, calls: npm.calls };
}

describe('greenroom agents', () => {
  it('prints a table of installed agents and how to install the others', async () => {
    const { run } = await rig();
    const { stdout, stderr, exitCode } = await run();
    expect([exitCode, stderr]).toEqual([0, '']);
    const [header, ...rows] = stdout.split('\n').map((line) => line.split(/ {2,}/));
    expect(header).toEqual(['AGENT', 'INSTALLED', 'VERSION', 'CREDENTIALS', 'PATH']);
    expect(rows).toEqual([
      ['claude', 'no', '-', 'yes', 'greenroom agents install claude'],
      ['codex', 'no', '-', 'no', 'greenroom agents install codex'],
      ['opencode', 'no', '-', 'yes', 'greenroom agents install opencode'],
      ['amp', 'no', '-', 'no', 'greenroom agents install amp'],
      ['mock', 'yes', expect.stringMatching(/^\d/), 'yes', expect.stringMatching(/main\.js$/)],
    ]);
  });

  it('marks versions that were not tested', async () => {
    const folder = await tempFolder();
    const newer = join(folder, 'claude');
    await writeFile(newer, '#!/bin/sh\necho 99.0.0\n', { mode: 0o755 });
    const env = { GREENROOM_CLAUDE_BIN: newer };
    const { stdout } = await greenroom(['agents', '--data', folder], env);
    expect(stdout).toContain('99.0.0 (untested)');
    const json = await greenroom(['agents', '--json', '--data', folder], env);
    const tested = AgentListResponse.parse(JSON.parse(json.stdout)).agents.map((agent) => [
      agent.id,
      agent.tested,
    ]);
    expect(tested).toContainEqual(['claude', false]);
    expect(tested).toContainEqual(['mock', true]);
  });

  it('prints the same JSON as the API with --json', async () => {
    const { list } = await rig();
    expect((await list()).map(({ id, installed }) => [id, installed])).toEqual([
      ['claude', false],
      ['codex', false],
      ['opencode', false],
      ['amp', false],
      ['mock', true],
    ]);
  });

  it.each([[['--help']], [['install', '--help']]])('prints help with examples: %j', async (args) => {
    const { stdout, exitCode } = await greenroom(['agents', ...args]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/Examples:\n {2}\$ greenroom agents/);
    expect(stdout).toContain('--data');
  });
});

describe('greenroom agents install', () => {
  it('installs the named agents and prints their paths', async () => {
    const { run, list, data, calls } = await rig();
    const { stdout, stderr, exitCode } = await run('install', 'claude', 'codex', 'claude');
    expect(exitCode).toBe(0);
    const lines = stdout.split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^✓ Claude Code 2\.1\.325 {2}.*\/claude$/);
    expect(lines[1]).toContain(data);
    expect(stderr).toBe('installing Claude Code 2.1.325 …\ninstalling Codex 0.166.0 …');
    const installed = (await list()).filter(({ path }) => path?.startsWith(data));
    expect(installed.map(({ id, version }) => [id, version])).toEqual([
      ['claude', '2.1.325'],
      ['codex', '0.166.0'],
    ]);
    await run('install', 'codex');
    expect(await calls()).toHaveLength(2);
    await run('install', 'codex', '--reinstall');
    expect(await calls()).toHaveLength(3);
  });

  it.each([
    [
      ['nobody'],
      /^greenroom: unknown agent nobody; choose one of claude, codex, opencode, amp, mock, gemini, .+$/,
    ],
    [['mock'], /^greenroom: mock is built in and needs no installation$/],
    [['claude', 'nobody'], /^greenroom: unknown agent nobody; .+$/],
    [[], /^greenroom: .*agent.*see --help$/],
  ])('rejects bad arguments in one line, before doing anything: %j', async (args, message) => {
    const { run, calls } = await rig();
    const { stderr, exitCode } = await run('install', ...args);
    expect([exitCode, await calls()]).toEqual([2, []]);
    expect(stderr).toMatch(message);
  });

  it('reports in one line why npm failed', async () => {
    const { run } = await rig('fails');
    const { stdout, stderr, exitCode } = await run('install', 'codex');
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr.split('\n').at(-1)).toBe(
      'greenroom: Codex cannot be installed: npm failed with exit code 1: 404 Not Found - GET https://registry.example/it',
    );
  });
});

describe('terminal output', () => {
  it('aligns coloured columns', () => {
    const rows = [
      ['A', 'B', 'C'],
      ['\u001b[32mlong\u001b[39m', 'x', ''],
    ];
    expect(table(rows)).toBe('A     B  C\n\u001b[32mlong\u001b[39m  x');
  });

  it('shows a moving bar, the elapsed time and the size during an installation', () => {
    const [one, two] = [progressLine('It', 1, 900, 0), progressLine('It', 2, 61_500, 350_400_000)];
    expect(one).toMatch(/^It .*━+.* 0 s {2}0 MB$/);
    expect(two).toMatch(/61 s {2}350 MB$/);
    const bar = (line: string) => line.match(/[━─]+/)![0];
    expect(bar(one)).not.toBe(bar(two));
    expect(bar(one)).toHaveLength(bar(two).length);
  });
});
