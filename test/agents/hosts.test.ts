import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agents } from '../../src/agents/index.js';
import type { AgentInfo, AgentModelsResponse, UniversalEvent } from '../../src/schema/index.js';
import { driverOf } from '../conformance/agent/driver-of.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { fakeAgents } from '../support/fake-agents.js';
import { expectProblem } from '../support/problem.js';
import { tempFolder } from '../support/temp-folder.js';
import { assistantTexts } from '../support/texts.js';
import { turn } from '../support/turns.js';

const ending = (events: UniversalEvent[]) => events.findLast(({ type }) => type === 'turn.ended')!.data;

async function infoOf(daemon: TestDaemon, id: string): Promise<AgentInfo> {
  const { agents } = await daemon.call<{ agents: AgentInfo[] }>('GET', '/v1/agents');
  return agents.find((agent) => agent.id === id)!;
}

const installable = agents.filter((agent) => agent.package !== null);
const shared = installable.filter(({ capabilities }) => capabilities.sharedProcess);

/** An environment with the fake of an agent and its credentials. */
async function envOf(agent: string) {
  return { ...fakeAgents, ...(await driverOf(agent)).credentials };
}

describe.each(installable)('$id in a daemon', ({ id: agent, package: from }) => {
  it('is listed with its version', async () => {
    const daemon = await testDaemon({ env: fakeAgents });
    expect(await infoOf(daemon, agent)).toMatchObject({
      installed: true,
      credentialsAvailable: false,
      version: from!.version,
    });
  });

  it('holds a conversation', async () => {
    const daemon = await testDaemon({ env: await envOf(agent) });
    await daemon.create('s', { agent });
    expect(assistantTexts(await turn(daemon, 's', 'one'))).toEqual(['one']);
    expect(assistantTexts(await turn(daemon, 's', 'two'))).toEqual(['two']);
    await daemon.call('POST', '/v1/sessions/s/terminate');
  });

  it('is reported as not installed, with the command to install it', async () => {
    const daemon = await testDaemon({ env: { PATH: '/nowhere' } });
    expect(await infoOf(daemon, agent)).toMatchObject({ installed: false, path: null, version: null });
    const created = await daemon.fetch('POST', '/v1/sessions/s', { agent });
    const models = await daemon.fetch('GET', `/v1/agents/${agent}/models`);
    // An agent with a fixed list of models needs no program for it.
    for (const response of models.ok ? [created] : [created, models]) {
      const { command } = await expectProblem(response, 'agent_not_installed');
      expect(command).toBe(`greenroom agents install ${agent}`);
    }
  });

  it('accepts only the models and efforts that it lists', async () => {
    const daemon = await testDaemon({ env: await envOf(agent) });
    const { models, defaultModel } = await daemon.call<AgentModelsResponse>(
      'GET',
      `/v1/agents/${agent}/models`,
    );
    const [first, second] = models;
    expect(first).toMatchObject({ id: defaultModel, variants: expect.arrayContaining(['low', 'high']) });
    expect(second?.variants ?? []).toEqual([]);
    expect(models.map(({ id }) => id)).not.toContain('secret');
    expect(await daemon.create('s', { agent, variant: 'high' })).toMatchObject({
      model: expect.any(String),
      variant: 'high',
    });
    const problem = await expectProblem(
      await daemon.fetch('POST', '/v1/sessions/t', { agent, model: 'huge' }),
      'mode_not_supported',
    );
    expect(problem.supported).toEqual(models.map(({ id }) => id));
  });

  it('recognizes an image by its file name', async () => {
    const daemon = await testDaemon({ env: await envOf(agent) });
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

it.each(agents.filter((agent) => !shared.includes(agent)))('$id has no shared process', async ({ id }) => {
  const daemon = await testDaemon({ env: fakeAgents });
  expect((await infoOf(daemon, id)).serverStatus).toBeNull();
});

describe.each(shared)('the shared process of $id', ({ id: agent }) => {
  const colourOf = async (daemon: TestDaemon, id: string) => {
    const [answer] = assistantTexts(await turn(daemon, id, 'env COLOUR'));
    const [pid, colour] = answer!.split(' ');
    return { pid, colour };
  };

  it('is a single process with a status, and is stopped with the daemon', async () => {
    const daemon = await testDaemon({ env: { ...fakeAgents, COLOUR: 'red' }, passEnv: ['COLOUR'] });
    expect((await infoOf(daemon, agent)).serverStatus).toMatchObject({ status: 'stopped' });
    await Promise.all([daemon.create('a', { agent }), daemon.create('b', { agent })]);
    const [a, b] = [await colourOf(daemon, 'a'), await colourOf(daemon, 'b')];
    expect(a).toEqual({ pid: b.pid, colour: 'red' });
    expect((await infoOf(daemon, agent)).serverStatus).toMatchObject({
      status: 'running',
      restartCount: 0,
    });
    await daemon.call('POST', '/v1/sessions/a/terminate');
    expect(isRunning(a.pid)).toBe(true);
    await daemon.stop();
    expect(isRunning(a.pid)).toBe(false);
  });

  it('is separate for sessions with their own environment, and is stopped with them', async () => {
    const daemon = await testDaemon({ env: { ...fakeAgents, COLOUR: 'red' }, passEnv: ['COLOUR'] });
    const green = { agent, env: { COLOUR: 'green' } };
    await daemon.create('a', { agent });
    await daemon.create('b', green);
    await daemon.create('c', green);
    const [a, b, c] = [await colourOf(daemon, 'a'), await colourOf(daemon, 'b'), await colourOf(daemon, 'c')];
    expect([a.colour, b.colour]).toEqual(['red', 'green']);
    expect(c).toEqual(b);
    expect(a.pid).not.toBe(b.pid);
    await daemon.call('POST', '/v1/sessions/b/terminate');
    expect(isRunning(c.pid)).toBe(true);
    await daemon.call('POST', '/v1/sessions/c/terminate');
    expect([isRunning(c.pid), isRunning(a.pid)]).toEqual([false, true]);
  });

  it('can crash without ending sessions, which all resume', async () => {
    const daemon = await testDaemon({ env: fakeAgents });
    await daemon.create('a', { agent });
    await daemon.create('b', { agent, onAgentExit: 'end' });
    const crashed = await turn(daemon, 'a', 'crash');
    expect(crashed.find(({ type }) => type === 'error')?.data).toMatchObject({
      code: 'agent_process_exited',
    });
    expect(ending(crashed)).not.toMatchObject({ reason: 'completed' });
    for (const id of ['a', 'b'])
      expect(assistantTexts(await turn(daemon, id, `on with ${id}`))).toEqual([`on with ${id}`]);
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
