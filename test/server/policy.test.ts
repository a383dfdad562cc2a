import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentInfo } from '../../src/schema/index.js';
import type { DaemonOptions } from '../../src/server/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { shellProgram } from '../support/executable.js';
import { tempFolder } from '../support/temp-folder.js';
import { toolOutputs } from '../support/texts.js';
import { nth, turn } from '../support/turns.js';

async function refusal(daemon: TestDaemon, method: string, path: string, body: object) {
  const response = await daemon.fetch(method, path, body);
  return { status: response.status, ...((await response.json()) as { detail: string }) };
}

/** The daemon again, with another policy. */
async function restarted(daemon: TestDaemon, options: Partial<DaemonOptions>): Promise<TestDaemon> {
  await daemon.stop();
  return testDaemon({ dataFolder: daemon.dataFolder, ...options });
}

describe('folders', () => {
  it('are those that are allowed, and folders in them, by their real paths', async () => {
    const root = await tempFolder();
    await mkdir(join(root, 'work', 'project'), { recursive: true });
    await mkdir(join(root, 'workshop'));
    await symlink(join(root, 'workshop'), join(root, 'work', 'link'));
    await symlink(join(root, 'work'), join(root, 'alias'));
    const daemon = await testDaemon({ policy: { folders: [join(root, 'work')] } });
    await daemon.create('one', { directory: join(root, 'work') });
    await daemon.create('two', { directory: join(root, 'alias', 'project') });
    for (const directory of [root, join(root, 'workshop'), join(root, 'work', 'link')])
      expect(await refusal(daemon, 'POST', '/v1/sessions/no', { agent: 'mock', directory })).toMatchObject({
        type: 'urn:greenroom:error:forbidden',
        status: 403,
        detail: expect.stringContaining(`allowed: ${join(root, 'work')}, and folders in them`),
      });
  });

  it('are looked at again whenever an agent starts', async () => {
    const root = await tempFolder();
    const [inside, outside] = [join(root, 'work', 'a'), join(root, 'b')];
    await mkdir(inside, { recursive: true });
    await mkdir(outside);
    const policy = { folders: [join(root, 'work')] };
    const first = await testDaemon({ policy });
    await first.create('one', { directory: inside });
    await turn(first, 'one', 'echo hi');
    await rm(inside, { recursive: true });
    await symlink(outside, inside);
    const daemon = await restarted(first, { policy });
    await daemon.say('one', 'shell pwd');
    const ended = await nth(daemon, 'one', 'turn.ended', 2);
    expect(ended.data).toMatchObject({ metadata: { outcome: 'error' } });
    const { data } = await nth(daemon, 'one', 'session.ended');
    expect(data.message).toContain(`does not allow sessions in ${inside}; allowed: ${join(root, 'work')}`);
  });
});

describe('permission modes', () => {
  const policy = { permissionModes: ['default', 'plan'] as const };

  it('that are not allowed are refused at create and at configure', async () => {
    const daemon = await testDaemon({ policy });
    await daemon.create('one');
    const detail = expect.stringContaining('permission mode bypass; allowed: default, plan');
    const expected = { status: 403, type: 'urn:greenroom:error:forbidden', detail };
    const asked = { permissionMode: 'bypass' };
    expect(await refusal(daemon, 'POST', '/v1/sessions/two', { agent: 'mock', ...asked })).toMatchObject(
      expected,
    );
    expect(await refusal(daemon, 'PATCH', '/v1/sessions/one', asked)).toMatchObject(expected);
    expect(await daemon.call('GET', '/v1/sessions/one')).toMatchObject({ permissionMode: 'default' });
  });

  it('that were stored before wait for another one, and so do queued messages', async () => {
    const first = await testDaemon();
    await first.create('one', { permissionMode: 'bypass' });
    await first.say('one', 'sleep 600000');
    await first.say('one', 'shell echo it-ran');
    const daemon = await restarted(first, { policy });
    expect(await refusal(daemon, 'POST', '/v1/sessions/one/messages', { message: 'echo hi' })).toMatchObject({
      status: 403,
      detail: expect.stringContaining('bypass'),
    });
    expect(await daemon.call('GET', '/v1/sessions/one')).toMatchObject({ queued: 1, status: 'idle' });
    await daemon.call('PATCH', '/v1/sessions/one', { permissionMode: 'default' });
    await nth(daemon, 'one', 'turn.ended', 2);
    expect(toolOutputs(await daemon.events('one')).join()).toContain('it-ran');
  });

  it('without `default`, sessions begin with the first that is allowed', async () => {
    const daemon = await testDaemon({ policy: { permissionModes: ['plan', 'acceptEdits'] } });
    expect(await daemon.create('one')).toMatchObject({ permissionMode: 'plan' });
  });
});

describe('an agent', () => {
  it('that is disabled is not offered, and its sessions can only be read', async () => {
    const first = await testDaemon();
    await first.create('one');
    await turn(first, 'one', 'echo hi');
    const daemon = await restarted(first, { policy: { agents: { mock: { enabled: false } } } });
    const { agents } = await daemon.call<{ agents: AgentInfo[] }>('GET', '/v1/agents');
    expect(agents.map(({ id }) => id)).not.toContain('mock');
    const expected = { status: 400, type: 'urn:greenroom:error:unsupported_agent' };
    expect(await refusal(daemon, 'POST', '/v1/sessions/two', { agent: 'mock' })).toMatchObject(expected);
    const message = { message: 'shell echo no' };
    expect(await refusal(daemon, 'POST', '/v1/sessions/one/messages', message)).toMatchObject(expected);
    expect((await daemon.events('one')).map(({ type }) => type)).toContain('turn.ended');
  });

  it('has the defaults and variables that the configuration gives it', async () => {
    const mock = {
      model: 'mock-mini',
      agentMode: 'plan',
      permissionMode: 'acceptEdits' as const,
      env: { COLOUR: { fromEnv: 'PAINT' }, SHAPE: 'round' },
    };
    const env = { ...process.env, PAINT: 'green' };
    const daemon = await testDaemon({ env, policy: { agents: { mock } } });
    const { env: _, ...defaults } = mock;
    expect(await daemon.create('one', { env: { SHAPE: 'square' } })).toMatchObject(defaults);
    expect(await daemon.create('two', { model: 'mock-1', agentMode: 'build' })).toMatchObject({
      model: 'mock-1',
      agentMode: 'build',
    });
    await daemon.create('three', { agentMode: 'build', env: { SHAPE: 'square' } });
    await turn(daemon, 'three', 'shell echo $COLOUR-$SHAPE');
    expect(toolOutputs(await daemon.events('three')).join()).toContain('green-square');
  });

  it('is the program that the configuration names', async () => {
    const program = await shellProgram('exit 7');
    const daemon = await testDaemon({ policy: { agents: { mock: { program } } } });
    const { agents } = await daemon.call<{ agents: AgentInfo[] }>('GET', '/v1/agents');
    expect(agents.find(({ id }) => id === 'mock')).toMatchObject({ path: program });
  });
});
