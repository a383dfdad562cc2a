import { describe, expect, it } from 'vitest';
import { mockAgent } from '../../src/agents/mock/index.js';
import { AgentListResponse, SessionInfo } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { shellProgram } from '../support/executable.js';
import { fakeAgents } from '../support/fake-agents.js';
import { turn } from '../support/turns.js';
import { vocabularyProblems } from '../support/vocabulary.js';

const infoOf = async (daemon: TestDaemon, id = 'one') =>
  SessionInfo.parse(await daemon.call('GET', `/v1/sessions/${id}`));

describe('the title of a session', () => {
  it('is its first message, until a client sets one, and again when it is removed', async () => {
    const daemon = await testDaemon();
    expect(await daemon.create('one')).toMatchObject({ title: null });
    await turn(daemon, 'one', `echo ${'long '.repeat(20)}`);
    await turn(daemon, 'one', 'echo another');
    const first = 'echo long long long long long long long long long long long';
    expect((await infoOf(daemon)).title).toBe(first);

    const set = (title: string | null) => daemon.call('PATCH', '/v1/sessions/one', { title });
    expect(await set('Mine')).toMatchObject({ title: 'Mine' });
    expect(await set(null)).toMatchObject({ title: first });
  });

  it('survives a restart of the daemon', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await turn(daemon, 'one', 'model other');
    await turn(daemon, 'one', 'context 1 2');
    const { title, model, context } = await infoOf(daemon);
    expect({ title, model, context }).toEqual({
      title: 'model other',
      model: 'other',
      context: { used_tokens: 1, window_tokens: 2 },
    });
    await daemon.stop();
    const restarted = await testDaemon({ dataFolder: daemon.dataFolder });
    expect(await infoOf(restarted)).toMatchObject({ title, model, context });
    const { sessions } = await restarted.call<{ sessions: SessionInfo[] }>('GET', '/v1/sessions');
    expect(sessions).toMatchObject([{ title, model, context }]);
  });
});

describe('the model of a session', () => {
  it('is known from the start, and changes with the settings', async () => {
    const daemon = await testDaemon();
    expect(await daemon.create('one')).toMatchObject({ model: 'mock-1', context: null });
    const patch = (changes: object) => daemon.call('PATCH', '/v1/sessions/one', changes);
    expect(await patch({ model: 'mock-mini' })).toMatchObject({ model: 'mock-mini' });
    await turn(daemon, 'one', 'model other');
    expect(await patch({ permissionMode: 'plan' })).toMatchObject({ model: 'other' });
    await turn(daemon, 'one', 'hello');
    expect(await infoOf(daemon)).toMatchObject({ model: 'mock-mini' });
  });
});

describe('the version of an agent', () => {
  const listed = async (daemon: TestDaemon, id: string) => {
    const { agents } = AgentListResponse.parse(await daemon.call('GET', '/v1/agents'));
    const { version, tested } = agents.find((agent) => agent.id === id)!;
    return { version, tested };
  };

  it('is listed as tested or not', async () => {
    const named = async (version: string) => ({
      env: { ...fakeAgents, GREENROOM_CODEX_BIN: await shellProgram(`echo codex-cli ${version}`) },
    });
    const fake = await testDaemon({ env: fakeAgents });
    const { version } = await listed(fake, 'codex');
    expect(await listed(fake, 'codex')).toEqual({ version, tested: true });
    expect(await listed(await testDaemon(await named('0.0.1')), 'codex')).toEqual({
      version: '0.0.1',
      tested: false,
    });
    expect(await listed(await testDaemon(await named('unknown')), 'codex')).toEqual({
      version: null,
      tested: null,
    });
    expect(await listed(fake, 'mock')).toMatchObject({ tested: true });
  });

  it('is announced in a session if it is untested', async () => {
    const daemon = await testDaemon({ agents: [{ ...mockAgent, testedVersions: ['0.0.1'] }] });
    await daemon.create('one');
    const { version } = await listed(daemon, 'mock');
    await turn(daemon, 'one', 'hello');
    const events = await daemon.events('one');
    const notices = events.flatMap(({ type, data }) =>
      type === 'item.completed' && data.item.kind === 'status' ? [data.item.content] : [],
    );
    expect(notices).toEqual([
      [
        { type: 'status', label: 'version', detail: `version ${version} is untested; tested: 0.0.1` },
        { type: 'json', json: { version, tested: ['0.0.1'] } },
      ],
    ]);
    expect(vocabularyProblems(events)).toEqual([]);
  });
});
