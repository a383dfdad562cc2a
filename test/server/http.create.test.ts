import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CreateSessionResponse } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { shellProgram } from '../support/executable.js';
import { expectProblem } from '../support/problem.js';
import { toolOutputs } from '../support/texts.js';
import { turn } from '../support/turns.js';

describe('creating a session', () => {
  it('accepts an id of the client', async () => {
    const daemon = await testDaemon();
    const id = 'My.session_1-a';
    const created = await daemon.call('POST', `/v1/sessions/${id}`, { agent: 'mock', title: 'A title' });
    expect(CreateSessionResponse.strict().parse(created)).toMatchObject({
      sessionId: id,
      agent: 'mock',
      agentMode: 'build',
      permissionMode: 'default',
      title: 'A title',
      directory: daemon.dataFolder,
      nativeSessionId: `mock-${id}`,
      healthy: true,
      error: null,
      ended: false,
      status: 'idle',
      lastSequence: 1,
      eventCount: 1,
      queued: 0,
    });
  });

  it('generates an id if none is given', async () => {
    const daemon = await testDaemon();
    const { sessionId } = await daemon.call<CreateSessionResponse>('POST', '/v1/sessions', { agent: 'mock' });
    expect(sessionId).toMatch(/^sess_[0-9a-z]{16}$/);
    expect(await daemon.call('GET', `/v1/sessions/${sessionId}`)).toMatchObject({ sessionId });
  });

  it('accepts other modes, models and variants of the agent', async () => {
    const daemon = await testDaemon();
    const request = { agentMode: 'plan', model: 'mock-1', variant: 'high', permissionMode: 'bypass' };
    expect(await daemon.create('one', request)).toMatchObject(request);
    expect((await daemon.events('one'))[0]).toMatchObject({
      type: 'session.started',
      data: { metadata: { agent: 'mock', mode: 'plan', model: 'mock-1', cwd: daemon.dataFolder } },
    });
  });

  it('uses the default variant of a model', async () => {
    const daemon = await testDaemon();
    expect(await daemon.create('one', { model: 'mock-1' })).toMatchObject({ variant: 'medium' });
    expect(await daemon.create('two', { model: 'mock-mini' })).toMatchObject({ variant: null });
  });

  it('starts the agent in the given directory', async () => {
    const daemon = await testDaemon();
    const directory = join(daemon.dataFolder, 'project');
    await mkdir(directory);
    await daemon.create('one', { directory });
    expect(toolOutputs(await turn(daemon, 'one', 'shell pwd'))).toContain(directory);
  });

  it('adds env to the environment of the agent and removes settings of the daemon', async () => {
    const env = { ...process.env, GREENROOM_TOKEN: 'hidden', PLAIN: 'seen' };
    const daemon = await testDaemon({ env, passEnv: ['PLAIN', 'GREENROOM_TOKEN'] });
    await daemon.create('one', { env: { SECRET_KEY: 'key-of-one' } });
    const events = await turn(daemon, 'one', 'shell echo $SECRET_KEY,$PLAIN,$GREENROOM_TOKEN.');
    expect(toolOutputs(events)).toContain('key-of-one,seen,.');
    expect(JSON.stringify(await daemon.call('GET', '/v1/sessions/one'))).not.toContain('key-of-one');
  });

  it.each([
    ['a space', 'a%20b'],
    ['a slash', 'a%2Fb'],
    ['an umlaut', '%C3%A4'],
    ['too many letters', 'a'.repeat(129)],
  ])('refuses an id with %s', async (_, id) => {
    const daemon = await testDaemon();
    const problem = await expectProblem(
      await daemon.fetch('POST', `/v1/sessions/${id}`, { agent: 'mock' }),
      'invalid_request',
    );
    expect(problem.detail).toContain('sessionId');
  });

  it('accepts an id of 128 letters', async () => {
    const daemon = await testDaemon();
    const id = 'x'.repeat(128);
    expect(await daemon.create(id)).toMatchObject({ sessionId: id });
  });

  it('refuses an unknown agent and lists the known ones', async () => {
    const daemon = await testDaemon();
    const response = await daemon.fetch('POST', '/v1/sessions/one', { agent: 'nobody' });
    const problem = await expectProblem(response, 'unsupported_agent');
    const { agents } = await daemon.call<{ agents: { id: string }[] }>('GET', '/v1/agents');
    expect(problem.supported).toEqual(agents.map(({ id }) => id));
    for (const { id } of agents) expect(problem.detail).toContain(id);
  });

  it('refuses a directory that does not exist, or is a file', async () => {
    const daemon = await testDaemon();
    for (const directory of [join(daemon.dataFolder, 'nowhere'), import.meta.filename]) {
      const response = await daemon.fetch('POST', '/v1/sessions/one', { agent: 'mock', directory });
      const problem = await expectProblem(response, 'invalid_request');
      expect(problem.detail).toContain(directory);
    }
    await expectProblem(await daemon.fetch('GET', '/v1/sessions/one'), 'session_not_found');
  });

  it.each([
    ['agentMode', { agentMode: 'fly' }, ['build', 'plan']],
    ['model', { model: 'mock-9' }, ['mock-1', 'mock-mini']],
    ['variant', { model: 'mock-1', variant: 'huge' }, ['low', 'medium', 'high']],
    ['variant', { model: 'mock-mini', variant: 'low' }, []],
  ])(
    'refuses a %s that the agent does not offer, and lists the supported ones',
    async (field, more, supported) => {
      const daemon = await testDaemon();
      const response = await daemon.fetch('POST', '/v1/sessions/one', { agent: 'mock', ...more });
      const problem = await expectProblem(response, 'mode_not_supported');
      expect(problem).toMatchObject({ field, supported });
      for (const each of supported) expect(problem.detail).toContain(each);
    },
  );

  it('refuses an unknown permissionMode and lists the known ones', async () => {
    const daemon = await testDaemon();
    const response = await daemon.fetch('POST', '/v1/sessions/one', { agent: 'mock', permissionMode: 'all' });
    const { detail } = await expectProblem(response, 'invalid_request');
    for (const mode of ['default', 'acceptEdits', 'plan', 'bypass']) expect(detail).toContain(mode);
  });

  it('refuses a taken id, even of an ended session, and leaves that session alone', async () => {
    const daemon = await testDaemon();
    await daemon.create('one', { title: 'first' });
    const again = { agent: 'mock', title: 'second' };
    await expectProblem(await daemon.fetch('POST', '/v1/sessions/one', again), 'session_already_exists');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    await expectProblem(await daemon.fetch('POST', '/v1/sessions/one', again), 'session_already_exists');
    expect(await daemon.call('GET', '/v1/sessions/one')).toMatchObject({ title: 'first' });
  });

  it('succeeds for one of many concurrent calls with the same id', async () => {
    const daemon = await testDaemon();
    const all = await Promise.all(
      [1, 2, 3, 4].map(() => daemon.fetch('POST', '/v1/sessions/one', { agent: 'mock' })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await daemon.events('one')).map(({ type }) => type)).toEqual(['session.started']);
  });
});

describe('a session that resumes another', () => {
  it.each([
    ['session id', 'first'],
    ['native id', 'mock-first'],
  ])('continues its conversation, by %s', async (_, resume) => {
    const daemon = await testDaemon();
    await daemon.create('first');
    await turn(daemon, 'first', 'hello');
    await turn(daemon, 'first', 'hello again');
    await daemon.create('second', { resume });
    expect((await daemon.events('second'))[0]).toMatchObject({
      data: { metadata: { native: { resumed: true, messages: 2 } } },
    });
  });

  it('requires a session of the same agent with a conversation', async () => {
    const daemon = await testDaemon({ env: { GREENROOM_MOCK_BIN: await shellProgram('exit 3') } });
    await daemon.create('first');
    const response = await daemon.fetch('POST', '/v1/sessions/second', { agent: 'mock', resume: 'first' });
    expect((await expectProblem(response, 'invalid_request')).detail).toContain('first');
  });
});

describe('a session whose agent does not start', () => {
  it('is refused with the install command if the agent is not installed', async () => {
    const daemon = await testDaemon({ env: { GREENROOM_MOCK_BIN: '/nowhere/mock' } });
    const response = await daemon.fetch('POST', '/v1/sessions/one', { agent: 'mock' });
    const problem = await expectProblem(response, 'agent_not_installed');
    expect(problem.command).toBe('greenroom agents install mock');
    expect(problem.detail).toContain('greenroom agents install mock');
    expect(await daemon.call('GET', '/v1/sessions')).toEqual({ sessions: [], nextCursor: null });
  });

  it('exists as unhealthy and ended if the agent exits at once', async () => {
    const program = await shellProgram('echo no key >&2', 'exit 3');
    const daemon = await testDaemon({ env: { ...process.env, GREENROOM_MOCK_BIN: program } });
    expect(await daemon.create('one')).toMatchObject({
      healthy: false,
      ended: true,
      status: 'ended',
      error: { type: 'agent_process_exited', agent: 'mock', session_id: 'one', details: { exit_code: 3 } },
    });
    const events = await daemon.events('one');
    expect(events.map(({ type }) => type)).toEqual(['session.started', 'session.ended']);
    expect(events[1]).toMatchObject({
      data: {
        reason: 'error',
        terminated_by: 'agent',
        exit_code: 3,
        stderr: { head: 'no key', truncated: false, total_lines: 1 },
      },
    });
  });

  it('ends with an error if the agent never answers', async () => {
    const program = await shellProgram('exec sleep 600');
    const daemon = await testDaemon({
      env: { ...process.env, GREENROOM_MOCK_BIN: program },
      timeouts: { startTimeoutMs: 100 },
    });
    expect(await daemon.create('one')).toMatchObject({ healthy: false, ended: true });
    expect((await daemon.events('one')).at(-1)).toMatchObject({
      type: 'session.ended',
      data: { reason: 'error', message: 'the agent was not ready within 0.1 s' },
    });
  });
});
