import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { AgentInfo, AgentModelsResponse, UniversalEvent } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { fakeAgents } from '../support/fake-agents.js';
import { expectProblem } from '../support/problem.js';
import { spoken } from '../support/spoken.js';
import { tempFolder } from '../support/temp-folder.js';
import { turn } from '../support/turns.js';

const ending = (events: UniversalEvent[]) => events.findLast(({ type }) => type === 'turn.ended')!.data;

async function infoOf(daemon: TestDaemon, id: string): Promise<AgentInfo> {
  const { agents } = await daemon.call<{ agents: AgentInfo[] }>('GET', '/v1/agents');
  return agents.find((agent) => agent.id === id)!;
}

const versions = { claude: '2.1.325', codex: '0.166.0', opencode: '1.18.33' } as const;

describe.each(['claude', 'codex', 'opencode'] as const)('%s, as the daemon hosts it', (agent) => {
  it('is listed, and holds a conversation', async () => {
    const daemon = await testDaemon({ env: fakeAgents });
    expect(await infoOf(daemon, agent)).toMatchObject({
      installed: true,
      credentialsAvailable: false,
      version: versions[agent],
    });
    await daemon.create('s', { agent });
    expect(spoken(await turn(daemon, 's', 'one'))).toEqual(['one']);
    expect(spoken(await turn(daemon, 's', 'two'))).toEqual(['two']);
    await daemon.call('POST', '/v1/sessions/s/terminate');
  });

  it('is not found where its program is not there, and says how to get it', async () => {
    const daemon = await testDaemon({ env: { PATH: '/nowhere' } });
    expect(await infoOf(daemon, agent)).toMatchObject({ installed: false, path: null, version: null });
    const refused = [
      await daemon.fetch('POST', '/v1/sessions/s', { agent }),
      await daemon.fetch('GET', `/v1/agents/${agent}/models`),
    ];
    for (const response of refused) {
      const { command } = await expectProblem(response, 'agent_not_installed');
      expect(command).toBe(`greenroom agents install ${agent}`);
    }
  });

  it('takes the models and efforts that it names itself, and no others', async () => {
    const daemon = await testDaemon({ env: fakeAgents });
    const { models, defaultModel } = await daemon.call<AgentModelsResponse>(
      'GET',
      `/v1/agents/${agent}/models`,
    );
    const [first, second] = models;
    expect(first).toMatchObject({ id: defaultModel, variants: ['low', 'high'] });
    expect(second).toMatchObject({ id: expect.stringMatching(/^(fake\/)?small$/), variants: [] });
    expect(models.map(({ id }) => id)).not.toContain('secret');
    expect(await daemon.create('s', { agent, variant: 'high' })).toMatchObject({
      model: defaultModel,
      variant: 'high',
    });
    const problem = await expectProblem(
      await daemon.fetch('POST', '/v1/sessions/t', { agent, model: 'huge' }),
      'mode_not_supported',
    );
    expect(problem.supported).toEqual(models.map(({ id }) => id));
  });

  it('takes an image for one by its name, as the session does', async () => {
    const daemon = await testDaemon({ env: fakeAgents });
    const directory = await tempFolder();
    await Promise.all(['A.PNG', 'a.txt'].map((name) => writeFile(join(directory, name), '')));
    await daemon.create('s', { agent, directory });
    await daemon.say('s', 'look', { attachments: [{ path: 'A.PNG' }, { path: 'a.txt' }] });
    const events = await turn(daemon, 's', 'and now').then(() => daemon.events('s'));
    const user = events.find((event) => event.type === 'item.completed' && event.data.item.role === 'user');
    const parts = user?.type === 'item.completed' ? user.data.item.content : [];
    expect(parts.filter(({ type }) => type === 'image')).toHaveLength(1);
    expect(parts.filter(({ type }) => type === 'file_ref')).toHaveLength(1);
  });
});

describe('the models of claude', () => {
  it('are asked for once, by a process that is gone afterwards', async () => {
    const log = join(await tempFolder(), 'log');
    const daemon = await testDaemon({ env: { ...fakeAgents, FAKE_LOG: log } });
    const ask = () => daemon.call<AgentModelsResponse>('GET', '/v1/agents/claude/models');
    const [one, two] = await Promise.all([ask(), ask()]);
    expect([two, await ask()]).toEqual([one, one]);
    expect(one.models.map(({ id }) => id)).toEqual(['default', 'small', 'claude-big-1', 'claude-small-1']);
    expect((await readFile(log, 'utf8')).trim().split('\n')).toHaveLength(1);
  });

  it('are a problem where the program does not say them', async () => {
    const daemon = await testDaemon({ env: { ...fakeAgents, FAKE_BROKEN: '1' } });
    const response = await daemon.fetch('GET', '/v1/agents/claude/models');
    const { detail } = await expectProblem(response, 'agent_unavailable');
    expect(detail).toContain('exit code 3');
  });
});

it('a daemon that stops ends a program that does not say its models', async () => {
  const log = join(await tempFolder(), 'log');
  const daemon = await testDaemon({ env: { ...fakeAgents, FAKE_LOG: log, FAKE_SILENT: '1' } });
  // Whether the refusal still gets through is a matter of luck.
  const answer = daemon.fetch('GET', '/v1/agents/claude/models').then(
    ({ status }) => status,
    () => 'cut off',
  );
  const pid = await vi.waitFor(
    async () =>
      Number(/pid (\d+)\n/.exec(await readFile(log, 'utf8'))?.[1] ?? expect.fail('it has not begun')),
    { timeout: 20_000 },
  );
  await daemon.stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect([503, 'cut off']).toContain(await answer);
});

describe.each(['codex', 'opencode'])('the process that the sessions of %s share', (agent) => {
  const envOf = async (daemon: TestDaemon, id: string) => {
    const [answer] = spoken(await turn(daemon, id, 'env COLOUR'));
    const [pid, colour] = answer!.split(' ');
    return { pid, colour };
  };

  it('is one, is shown, and ends with the daemon', async () => {
    const daemon = await testDaemon({ env: { ...fakeAgents, COLOUR: 'red' } });
    expect((await infoOf(daemon, agent)).serverStatus).toMatchObject({ status: 'stopped' });
    await Promise.all([daemon.create('a', { agent }), daemon.create('b', { agent })]);
    const [a, b] = [await envOf(daemon, 'a'), await envOf(daemon, 'b')];
    expect(a).toEqual({ pid: b.pid, colour: 'red' });
    expect((await infoOf(daemon, agent)).serverStatus).toMatchObject({
      status: 'running',
      restartCount: 0,
    });
    expect((await infoOf(daemon, 'claude')).serverStatus).toBeNull();
    await daemon.call('POST', '/v1/sessions/a/terminate');
    expect(isRunning(a.pid)).toBe(true);
    await daemon.stop();
    expect(isRunning(a.pid)).toBe(false);
  });

  it('is another one for a session with an environment of its own, and ends with it', async () => {
    const daemon = await testDaemon({ env: { ...fakeAgents, COLOUR: 'red' } });
    const green = { agent, env: { COLOUR: 'green' } };
    await daemon.create('a', { agent });
    await daemon.create('b', green);
    await daemon.create('c', green);
    const [a, b, c] = [await envOf(daemon, 'a'), await envOf(daemon, 'b'), await envOf(daemon, 'c')];
    expect([a.colour, b.colour]).toEqual(['red', 'green']);
    expect(c).toEqual(b);
    expect(a.pid).not.toBe(b.pid);
    await daemon.call('POST', '/v1/sessions/b/terminate');
    expect(isRunning(c.pid)).toBe(true);
    await daemon.call('POST', '/v1/sessions/c/terminate');
    expect([isRunning(c.pid), isRunning(a.pid)]).toEqual([false, true]);
  });

  it('may crash: no session ends by it, and all go on where they were', async () => {
    const daemon = await testDaemon({ env: fakeAgents });
    await daemon.create('a', { agent });
    await daemon.create('b', { agent, onAgentExit: 'end' });
    const crashed = await turn(daemon, 'a', 'crash');
    expect(crashed.find(({ type }) => type === 'error')?.data).toMatchObject({
      code: 'agent_process_exited',
    });
    expect(ending(crashed)).not.toMatchObject({ reason: 'completed' });
    for (const id of ['a', 'b'])
      expect(spoken(await turn(daemon, id, `on with ${id}`))).toEqual([`on with ${id}`]);
    expect((await infoOf(daemon, agent)).serverStatus).toMatchObject({
      status: 'running',
      restartCount: 1,
    });
  });
});

function isRunning(pid: string | undefined): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}
