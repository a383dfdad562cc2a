import { chmod, mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { agents } from '../../../src/agents/index.js';
import { installedBinary, thisMachine } from '../../../src/agents/kit/package.js';
import { programAt, versionOf } from '../../../src/agents/kit/program.js';
import { AgentCapabilities } from '../../../src/schema/index.js';
import { fakeProgram } from '../../support/fake-agents.js';
import { tempFolder } from '../../support/temp-folder.js';

const installable = agents.filter((agent) => agent.package !== null);

async function executable(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '#!/bin/sh\n', { mode: 0o755 });
  return path;
}

describe.each(installable)('the program of $id', (agent) => {
  const variable = `GREENROOM_${agent.id.toUpperCase()}_BIN`;

  it('is the configured one, then the installed one, then the one on PATH', async () => {
    const data = await tempFolder();
    const named = await executable(join(data, 'named'));
    const onPath = await executable(join(data, 'bin', agent.id));
    const path = async (env: NodeJS.ProcessEnv) => (await agent.locate(env, data))?.path;
    const PATH = `relative:${join(data, 'nowhere')}:${join(data, 'bin')}`;
    expect(await path({})).toBeUndefined();
    expect(await path({ PATH })).toBe(onPath);
    const installed = await executable(installedBinary(agent.id, agent.package!, data)!);
    expect(await path({ PATH })).toBe(installed);
    expect(await path({ PATH, [variable]: named })).toBe(named);
    expect(await path({ PATH, [variable]: '' })).toBe(installed);
  });

  it('has no fallback if the configured one is missing', async () => {
    const data = await tempFolder();
    await executable(join(data, 'bin', agent.id));
    const locate = (named: string) => agent.locate({ PATH: join(data, 'bin'), [variable]: named }, data);
    await chmod(await executable(join(data, 'plain')), 0o644);
    for (const name of ['missing', 'plain', 'bin']) expect(await locate(join(data, name))).toBeNull();
  });

  it('has a build for each supported machine and no other', () => {
    const { binary } = agent.package!;
    for (const platform of ['linux', 'darwin']) {
      for (const arch of ['x64', 'arm64']) {
        expect(binary({ platform, arch, musl: false })).toContain(`${platform}-${arch}/`);
      }
    }
    expect(binary({ platform: 'plan9', arch: 'x64', musl: false })).toBeNull();
    expect(binary(thisMachine)).not.toBeNull();
  });
});

test.each(agents)('the description of $id matches the schema', (agent) => {
  expect(AgentCapabilities.parse(agent.capabilities)).toEqual(agent.capabilities);
});

describe('the version of a program', () => {
  it.each(installable)('is parsed from the output of $id', async ({ id, package: from }) => {
    expect(await versionOf((await programAt(fakeProgram(id)))!)).toBe(from!.version);
  });

  it('is cached until the file changes', async () => {
    const folder = await tempFolder();
    const path = join(folder, 'program');
    const count = `echo run >> ${folder}/runs`;
    await writeFile(path, `#!/bin/sh\n${count}\necho "it 1.0.$(wc -l < ${folder}/runs | tr -d ' ')"\n`, {
      mode: 0o755,
    });
    const program = (await programAt(path))!;
    expect([await versionOf(program), await versionOf(program)]).toEqual(['1.0.1', '1.0.1']);
    await utimes(path, 1, 1);
    expect(await versionOf(program)).toBe('1.0.2');
  });

  it('is null if there is none, which is not cached', async () => {
    const path = join(await tempFolder(), 'program');
    await writeFile(path, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    await utimes(path, 1, 1);
    const program = (await programAt(path))!;
    expect(await versionOf(program)).toBeNull();
    await writeFile(path, '#!/bin/sh\necho 3.2.1-beta.4\n');
    await utimes(path, 1, 1);
    expect(await versionOf(program)).toBe('3.2.1-beta.4');
  });
});

describe('credentials', () => {
  const has = (id: string, env: NodeJS.ProcessEnv) =>
    agents.find((agent) => agent.id === id)!.credentialsAvailable(env);

  it.each([
    ['claude', 'ANTHROPIC_API_KEY'],
    ['claude', 'ANTHROPIC_AUTH_TOKEN'],
    ['claude', 'CLAUDE_CODE_OAUTH_TOKEN'],
    ['codex', 'OPENAI_API_KEY'],
    ['amp', 'AMP_API_KEY'],
  ])('of %s may be in %s', (id, key) => {
    const HOME = '/nowhere';
    expect([has(id, { HOME }), has(id, { HOME, [key]: '' }), has(id, { HOME, [key]: 'x' })]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it.each([
    ['claude', '.claude', '.credentials.json', 'CLAUDE_CONFIG_DIR'],
    ['codex', '.codex', 'auth.json', 'CODEX_HOME'],
  ])('of %s may be in ~/%s/%s, or where %3$s says', async (id, folder, file, variable) => {
    const home = await tempFolder();
    await mkdir(join(home, folder));
    await writeFile(join(home, folder, file), '{}');
    expect(has(id, { HOME: home })).toBe(true);
    expect(has(id, { HOME: '/nowhere', [variable]: join(home, folder) })).toBe(true);
    expect(has(id, { HOME: home, [variable]: '/nowhere' })).toBe(false);
  });
});
