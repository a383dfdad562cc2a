import { describe, expect, it } from 'vitest';
import type { ProblemKind, SessionInfo, UniversalEvent } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';
import { nth, turn } from '../support/turns.js';

const statuses = (events: UniversalEvent[]) =>
  events.flatMap((event) =>
    event.type === 'item.completed' && event.data.item.kind === 'status' ? event.data.item.content : [],
  );

describe('the settings of a session', () => {
  it('are changed, published, and applied from the next turn on', async () => {
    const daemon = await testDaemon();
    await daemon.create('one', { permissionMode: 'bypass' });
    await turn(daemon, 'one', 'permission');
    expect((await daemon.events('one')).some(({ type }) => type === 'permission.requested')).toBe(false);

    const changes = { model: 'mock-1', variant: 'high', permissionMode: 'default', title: 'Anew' };
    const info = await daemon.call<SessionInfo>('PATCH', '/v1/sessions/one', changes);
    expect(info).toMatchObject({ ...changes, agentMode: 'build', status: 'idle' });
    expect(statuses(await daemon.events('one'))).toEqual([
      { type: 'status', label: 'settings', detail: 'model: mock-1, variant: high, permissions: default' },
      { type: 'json', json: { model: 'mock-1', variant: 'high', permission_mode: 'default' } },
    ]);

    await daemon.say('one', 'permission');
    await nth(daemon, 'one', 'permission.requested');
  });

  it('survive a restart of the agent that applies them, and lose no message', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await turn(daemon, 'one', 'hello');
    await daemon.say('one', 'sleep 600000');
    // The running turn is not affected; the queued message gets the new settings.
    await daemon.call('PATCH', '/v1/sessions/one', { permissionMode: 'bypass' });
    await daemon.say('one', 'permission');
    await daemon.call('POST', '/v1/sessions/one/interrupt');
    const ends = await nth(daemon, 'one', 'turn.ended', 3);
    expect(ends.data).toMatchObject({ metadata: { outcome: 'completed' } });
    const events = await daemon.events('one');
    expect(events.filter(({ type }) => /^(permission|error|session\.ended)/.test(type))).toEqual([]);
  });

  it('are restored after a restart of the daemon', async () => {
    const first = await testDaemon();
    await first.create('one');
    await first.call('PATCH', '/v1/sessions/one', { model: 'mock-mini', agentMode: 'plan', title: 'Kept' });
    await first.stop();
    const second = await testDaemon({ dataFolder: first.dataFolder });
    const kept = { model: 'mock-mini', variant: null, agentMode: 'plan', title: 'Kept' };
    expect(await second.call('GET', '/v1/sessions/one')).toMatchObject(kept);
    await turn(second, 'one', 'hello');
    expect(await second.call('GET', '/v1/sessions/one')).toMatchObject(kept);
  });

  it('reset the variant to the default of a new model', async () => {
    const daemon = await testDaemon();
    await daemon.create('one', { model: 'mock-1', variant: 'high' });
    const patch = (changes: object) => daemon.call('PATCH', '/v1/sessions/one', changes);
    expect(await patch({ model: 'mock-mini' })).toMatchObject({ model: 'mock-mini', variant: null });
    expect(await patch({ model: 'mock-1' })).toMatchObject({ model: 'mock-1', variant: 'medium' });
    expect(await patch({ variant: 'low' })).toMatchObject({ model: 'mock-1', variant: 'low' });
  });

  it('stay the same, without an event, if only the title changes', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const before = await daemon.events('one');
    expect(await daemon.call('PATCH', '/v1/sessions/one', { title: 'Named' })).toMatchObject({
      title: 'Named',
    });
    expect(await daemon.events('one')).toEqual(before);
  });

  it.each<[object, ProblemKind, string]>([
    [{ model: 'mock-9' }, 'mode_not_supported', 'mock-mini'],
    [{ model: 'mock-mini', variant: 'high' }, 'mode_not_supported', 'none'],
    [{ agentMode: 'dream' }, 'mode_not_supported', 'build, plan'],
    [{ permissionMode: 'anything' }, 'invalid_request', 'permissionMode'],
  ])('are refused if the agent does not offer them: %j', async (changes, kind, detail) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const response = await daemon.fetch('PATCH', '/v1/sessions/one', changes);
    expect((await expectProblem(response, kind)).detail).toContain(detail);
  });

  it('cannot be changed for an unknown or ended session', async () => {
    const daemon = await testDaemon();
    await expectProblem(await daemon.fetch('PATCH', '/v1/sessions/none', {}), 'session_not_found');
    await daemon.create('one');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    for (const changes of [{ title: 'late' }, { model: 'mock-mini' }]) {
      await expectProblem(await daemon.fetch('PATCH', '/v1/sessions/one', changes), 'session_ended');
    }
  });

  it('can be changed over WebSocket', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const client = await daemon.connect();
    expect(await client.call('session/configure', { sessionId: 'one', model: 'mock-mini' })).toMatchObject({
      sessionId: 'one',
      model: 'mock-mini',
    });
    await client.close();
  });
});

describe('a fork of a conversation', () => {
  it('is independent of the original', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await turn(daemon, 'one', 'hello');
    await daemon.create('two', { resume: 'one', fork: true });
    await turn(daemon, 'two', 'hello');
    const native = async (id: string) =>
      (await daemon.call<SessionInfo>('GET', `/v1/sessions/${id}`)).nativeSessionId;
    expect(await native('two')).not.toBe(await native('one'));
  });
});
