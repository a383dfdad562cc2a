import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { agents, Installer } from '../../../src/agents/index.js';
import { ProblemError } from '../../../src/schema/index.js';
import { fakeNpm } from '../../support/fake-npm.js';
import { tempFolder } from '../../support/temp-folder.js';

const agentOf = (id: string) => agents.find((agent) => agent.id === id)!;

async function rig(behaviour = '', more: NodeJS.ProcessEnv = {}) {
  const npm = await fakeNpm(behaviour);
  const dataFolder = await tempFolder();
  const env = { ...npm.env, ...more };
  /** Everything in an agent's folder, including leftovers. */
  const left = (id: string) => readdir(join(dataFolder, 'agents', id)).catch(() => []);
  return { installer: new Installer({ dataFolder, env }), dataFolder, env, calls: npm.calls, left };
}

async function problemOf(work: Promise<unknown>) {
  const error = await work.catch((error: unknown) => error);
  expect(error).toBeInstanceOf(ProblemError);
  return (error as ProblemError).problem;
}

describe.each([
  ['claude', '2.1.325', '@anthropic-ai/claude-code'],
  ['codex', '0.166.0', '@openai/codex'],
  ['amp', '0.0.1790142911-g7618fb', '@ampcode/cli'],
])('installing %s', (id, version, name) => {
  it('installs the tested version without running scripts, and locates it', async () => {
    const { installer, dataFolder, env, calls, left } = await rig('', { GREENROOM_TOKEN: 'secret' });
    const path = await installer.install(agentOf(id));
    const program = await agentOf(id).locate(env, dataFolder);
    expect(program?.path).toBe(path);
    expect(await agentOf(id).version(program!)).toBe(version);
    const [call, ...more] = await calls();
    expect(more).toEqual([]);
    expect(call!.args).toEqual(expect.arrayContaining(['install', '--ignore-scripts', `${name}@${version}`]));
    expect(call!.env).not.toHaveProperty('GREENROOM_TOKEN');
    expect(await left(id)).toEqual([version]);
  });

  it('runs once for concurrent calls, and again only on request', async () => {
    const { installer, calls, left } = await rig();
    const paths = await Promise.all([installer.install(agentOf(id)), installer.install(agentOf(id))]);
    expect(paths[0]).toBe(paths[1]);
    await installer.install(agentOf(id));
    expect(await calls()).toHaveLength(1);
    const junk = join(dirname(paths[0]!), 'junk');
    await writeFile(junk, '');
    await installer.install(agentOf(id), { reinstall: true });
    expect(await calls()).toHaveLength(2);
    expect(await readdir(dirname(paths[0]!))).not.toContain('junk');
    expect(await left(id)).toEqual([version]);
  });

  it('repairs a damaged installation', async () => {
    const { installer, calls } = await rig();
    const path = await installer.install(agentOf(id));
    await rm(path);
    expect(await installer.install(agentOf(id))).toBe(path);
    expect(await calls()).toHaveLength(2);
  });
});

describe('a failed installation', () => {
  it('reports the error of npm and leaves nothing behind', async () => {
    const { installer, left } = await rig('fails');
    const problem = await problemOf(installer.install(agentOf('claude')));
    expect(problem).toMatchObject({ type: 'urn:greenroom:error:install_failed', agent: 'claude' });
    expect(problem.detail).toContain('exit code 1: 404 Not Found');
    expect(problem.output).toContain('npm error code E404');
    expect(await left('claude')).toEqual([]);
  });

  it('refuses a package that differs from the recorded one', async () => {
    const { installer, left } = await rig('brings another');
    const { detail } = await problemOf(installer.install(agentOf('claude')));
    expect(detail).toMatch(/claude-code-\S+ has the integrity sha512-another instead of sha512-/);
    expect(await left('claude')).toEqual([]);
  });

  it('reports that npm is missing', async () => {
    const { installer } = await rig('', { PATH: '/nowhere' });
    const { detail } = await problemOf(installer.install(agentOf('claude')));
    expect(detail).toBe('Claude Code cannot be installed: npm is not on PATH');
  });

  it('reports that the package lacks the program', async () => {
    const { installer, left } = await rig('brings nothing');
    const { detail } = await problemOf(installer.install(agentOf('codex')));
    expect(detail).toMatch(/@openai\/codex@0\.166\.0 does not contain .*codex$/);
    expect(await left('codex')).toEqual([]);
  });

  it('keeps the previous installation', async () => {
    const { installer, dataFolder } = await rig();
    const path = await installer.install(agentOf('codex'));
    const failing = new Installer({ dataFolder, env: { PATH: '/nowhere' } });
    await problemOf(failing.install(agentOf('codex'), { reinstall: true }));
    expect(await failing.install(agentOf('codex'))).toBe(path);
  });

  it('reports that the folder is not writable', async () => {
    const { installer, dataFolder } = await rig();
    await mkdir(join(dataFolder, 'agents'));
    await writeFile(join(dataFolder, 'agents', 'codex'), '');
    expect((await problemOf(installer.install(agentOf('codex')))).detail).toMatch(/cannot be installed: E/);
  });

  it('leaves nothing behind if aborted', async () => {
    const { installer, calls, left } = await rig('takes for ever');
    const installing = problemOf(installer.install(agentOf('claude')));
    await vi.waitFor(async () => expect(await calls()).toHaveLength(1), { timeout: 20_000 });
    await installer.stop();
    expect((await installing).detail).toContain('aborted');
    expect(await left('claude')).toEqual([]);
  });

  it('is reported for an agent that is part of Greenroom', async () => {
    const { installer } = await rig();
    expect((await problemOf(installer.install(agentOf('mock')))).detail).toContain('part of Greenroom');
  });
});
