import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../../src/cli/exit-codes.js';
import { shellProgram } from '../../support/executable.js';
import { greenroom } from '../../support/program.js';
import { tempFolder } from '../../support/temp-folder.js';

describe('greenroom agents login', () => {
  it.each([
    ['claude', 'auth login'],
    ['codex', 'login'],
    ['opencode', 'auth login'],
    ['amp', 'login'],
  ])("runs the login of %s's own program, in the same terminal", async (agent, expected) => {
    const data = await tempFolder();
    const program = await shellProgram('echo "arguments: $*"', 'read line', 'echo "read: $line"', 'env >&2');
    const running = greenroom(['agents', 'login', agent, '--data', data, '--', '--more', 'x y'], {
      [`GREENROOM_${agent.toUpperCase()}_BIN`]: program,
      GREENROOM_TOKEN: 'not for agents',
      CLAUDECODE: '1',
    });
    running.stdin.end('a code\n');
    const { stdout, stderr, exitCode } = await running;
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(`^arguments: ${expected} --more x y\nread: a code\n✓ .*: the login has ended$`),
    ]);
    expect(stderr).not.toContain('not for agents');
    if (agent === 'claude') expect(stderr).not.toContain('CLAUDECODE');
  });

  it('has the exit code of the login', async () => {
    const data = await tempFolder();
    const program = await shellProgram('exit 9');
    const env = { GREENROOM_CODEX_BIN: program };
    expect(await greenroom(['agents', 'login', 'codex', '--data', data], env)).toMatchObject({
      exitCode: 9,
      stdout: '',
    });
  });

  it('uses the program that the configuration names', async () => {
    const [data, program] = await Promise.all([tempFolder(), shellProgram('echo configured')]);
    await writeFile(join(data, 'greenroom.json'), JSON.stringify({ agents: { codex: { program } } }));
    const { stdout } = await greenroom(['agents', 'login', 'codex'], { GREENROOM_DATA: data });
    expect(stdout).toContain('configured');
  });

  it('says so for agents that need none, are missing or unknown', async () => {
    const data = await tempFolder();
    const run = (agent: string) =>
      greenroom(['agents', 'login', agent, '--data', data], { GREENROOM_AMP_BIN: '/nowhere/amp' });
    expect(await run('mock')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('needs no login'),
    });
    expect(await run('amp')).toMatchObject({
      exitCode: EXIT.failure,
      stderr: expect.stringContaining('greenroom agents install amp'),
    });
    expect(await run('nobody')).toMatchObject({ exitCode: EXIT.usage });
  });
});
