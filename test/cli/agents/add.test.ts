import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeProgram } from '../../support/fake-agents.js';
import { greenroom } from '../../support/program.js';
import { tempFolder } from '../../support/temp-folder.js';

describe('greenroom agents add', () => {
  it('declares a known agent, which is listed then, and can be removed', async () => {
    const data = await tempFolder();
    const { stdout } = await greenroom(['agents', 'add', 'gemini', '--data', data]);
    expect(stdout).toContain('Gemini CLI is declared in');
    const { agents } = JSON.parse(await readFile(join(data, 'greenroom.json'), 'utf8'));
    expect(agents.gemini).toMatchObject({ protocol: 'acp', command: ['gemini', '--acp'] });
    const listed = JSON.parse((await greenroom(['agents', '--json', '--data', data])).stdout);
    expect(listed.agents.map(({ id }: { id: string }) => id)).toContain('gemini');
    await greenroom(['agents', 'remove', 'gemini', '--data', data]);
    const without = JSON.parse((await greenroom(['agents', '--json', '--data', data])).stdout);
    expect(without.agents.map(({ id }: { id: string }) => id)).not.toContain('gemini');
  });

  it('keeps what else is in the file, and its comments', async () => {
    const data = await tempFolder();
    const file = join(data, 'greenroom.json');
    await writeFile(file, '{\n  // ours\n  "port": 0\n}\n', { mode: 0o600 });
    await greenroom(['agents', 'add', 'mine', '--data', data, '--', fakeProgram('acp'), '--acp']);
    const text = await readFile(file, 'utf8');
    expect(text).toContain('// ours\n  "port": 0');
    expect(text).toContain('fake-acp.mjs');
    const { agents } = JSON.parse((await greenroom(['agents', '--json', '--data', data])).stdout);
    expect(agents.at(-1)).toMatchObject({ id: 'mine', installed: true, version: '1.2.3' });
  });

  it('takes an agent as a file of the ACP registry describes it', async () => {
    const data = await tempFolder();
    const registry = join(data, 'registry.json');
    const npx = { package: 'trial-agent@1.0.0', args: ['--acp'] };
    const entry = {
      id: 'trial',
      name: 'Trial',
      version: '1.0.0',
      description: 'An agent',
      distribution: { npx },
    };
    await writeFile(registry, JSON.stringify({ version: '1.0.0', agents: [entry] }));
    await greenroom(['agents', 'add', 'trial', '--data', data, '--registry', registry]);
    const { agents } = JSON.parse(await readFile(join(data, 'greenroom.json'), 'utf8'));
    expect(agents.trial).toEqual({
      protocol: 'acp',
      name: 'Trial',
      command: ['npx', '--yes', 'trial-agent@1.0.0', '--acp'],
    });
  });

  it.each([
    [['nobody'], 2, 'say how it is started'],
    [['claude'], 2, 'claude is built in'],
    [['No Id'], 2, 'is no id'],
    [['goose', '--registry', '/nowhere/registry.json'], 1, 'cannot read /nowhere/registry.json'],
  ])('refuses %j in one line', async (words, code, line) => {
    const data = await tempFolder();
    const failed = await greenroom(['agents', 'add', ...words, '--data', data]);
    expect(failed).toMatchObject({ exitCode: code, stderr: expect.stringContaining(line) });
    expect(failed.stderr.trim().split('\n')).toHaveLength(1);
  });
});
