import { describe, expect, it } from 'vitest';
import { SessionInfo } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';
import { tempFolder } from '../support/temp-folder.js';
import { eventsUntil, nth, turn } from '../support/turns.js';

type List = { sessions: SessionInfo[] };

describe('the list of sessions', () => {
  it('is empty at first, then has all sessions, newest activity first', async () => {
    let time = Date.now();
    const daemon = await testDaemon({ now: () => time++ });
    expect(await daemon.call('GET', '/v1/sessions')).toEqual({ sessions: [], nextCursor: null });
    for (const id of ['b', 'a', 'c', 'd']) await daemon.create(id);
    await daemon.call('POST', '/v1/sessions/a/terminate');
    await turn(daemon, 'b', 'hello');
    const { sessions } = await daemon.call<List>('GET', '/v1/sessions');
    expect(sessions.map(({ sessionId, status }) => [sessionId, status])).toEqual([
      ['b', 'idle'],
      ['a', 'ended'],
      ['d', 'idle'],
      ['c', 'idle'],
    ]);
    for (const each of sessions) SessionInfo.strict().parse(each);
    const client = await daemon.connect();
    expect(await client.call('session/list')).toEqual({ sessions, nextCursor: null });
  });

  it('has the same order after a restart', async () => {
    let time = Date.now();
    const dataFolder = await tempFolder();
    const first = await testDaemon({ dataFolder, now: () => time++ });
    for (const id of ['b', 'a', 'c']) await first.create(id);
    await turn(first, 'a', 'hello');
    await first.stop();
    const second = await testDaemon({ dataFolder });
    const { sessions } = await second.call<List>('GET', '/v1/sessions');
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['a', 'c', 'b']);
  });
});

describe('one session', () => {
  it('has a status, a queue length and usage', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const info = () => daemon.call<SessionInfo>('GET', '/v1/sessions/one');
    await turn(daemon, 'one', 'hello');
    const idle = await info();
    expect(idle).toMatchObject({ status: 'idle', queued: 0, ended: false });
    expect(idle.usage.output_tokens).toBeGreaterThan(0);
    expect(idle.costUsd).toBeGreaterThan(0);
    expect(idle.updatedAt).toBeGreaterThanOrEqual(idle.createdAt);

    await daemon.say('one', 'permission');
    await nth(daemon, 'one', 'permission.requested');
    await daemon.say('one', 'later');
    expect(await info()).toMatchObject({ status: 'waiting', queued: 1 });

    await daemon.call('POST', '/v1/sessions/one/terminate');
    const ended = await info();
    expect(ended).toMatchObject({ status: 'ended', ended: true, state: 'ended' });
    expect(ended.lastSequence).toBe((await daemon.events('one')).length);
    expect(ended.eventCount).toBe(ended.lastSequence);
  });

  it('is running while its agent works', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'sleep 600000');
    expect(await daemon.call('GET', '/v1/sessions/one')).toMatchObject({
      status: 'running',
      state: { live: { turn: { running: 'active' } } },
    });
  });

  it.each([
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/interrupt'],
    ['POST', '/terminate'],
    ['GET', '/events'],
    ['GET', '/events/sse'],
    ['GET', '/requests'],
    ['GET', '/state'],
    ['GET', '/state?at=1'],
    ['GET', '/diagram.svg'],
    ['GET', '/transcript.md'],
    ['GET', '/transcript.jsonl'],
    ['POST', '/questions/q/reject'],
  ])('is a 404 if unknown: %s %s', async (method, path) => {
    const daemon = await testDaemon();
    const problem = await expectProblem(
      await daemon.fetch(method, `/v1/sessions/nobody${path}`),
      'session_not_found',
    );
    expect(problem.detail).toContain('nobody');
  });
});

describe('deleting a session', () => {
  it('ends it, closes its readers, and removes all of its data', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.create('two');
    await daemon.say('one', 'sleep 600000');
    const stream = await daemon.fetch('GET', '/v1/sessions/one/events/sse');
    expect((await daemon.fetch('DELETE', '/v1/sessions/one')).status).toBe(204);
    await stream.text();
    await expectProblem(await daemon.fetch('GET', '/v1/sessions/one'), 'session_not_found');
    await expectProblem(await daemon.fetch('GET', '/v1/sessions/one/events'), 'session_not_found');
    await expectProblem(await daemon.fetch('DELETE', '/v1/sessions/one'), 'session_not_found');
    const { sessions } = await daemon.call<List>('GET', '/v1/sessions');
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['two']);
  });

  it('frees its id for a new session with a new stream', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await turn(daemon, 'one', 'hello');
    const before = await daemon.events('one');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    await daemon.call('DELETE', '/v1/sessions/one');
    await daemon.create('one');
    const after = await daemon.events('one');
    expect(after.map(({ type, sequence }) => [type, sequence])).toEqual([['session.started', 1]]);
    expect(before.map(({ event_id }) => event_id)).not.toContain(after[0]!.event_id);
  });
});

describe('interrupting a session', () => {
  it('stops the running turn and keeps the session alive', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'sleep 600000');
    expect((await daemon.fetch('POST', '/v1/sessions/one/interrupt')).status).toBe(204);
    expect((await nth(daemon, 'one', 'turn.ended')).data.metadata.outcome).toBe('interrupted');
    const next = await turn(daemon, 'one', 'echo still there');
    expect(next.at(-1)).toMatchObject({ data: { metadata: { outcome: 'completed' } } });
  });

  it('has no effect while no turn runs', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    expect((await daemon.fetch('POST', '/v1/sessions/one/interrupt')).status).toBe(204);
    expect(await daemon.events('one')).toHaveLength(1);
  });

  it('is refused if the session has ended', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    await expectProblem(await daemon.fetch('POST', '/v1/sessions/one/interrupt'), 'session_ended');
  });
});

describe('terminating a session', () => {
  it('closes everything open first, and has finished when it is answered', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'permission');
    await nth(daemon, 'one', 'permission.requested');
    expect((await daemon.fetch('POST', '/v1/sessions/one/terminate')).status).toBe(204);
    const events = await daemon.events('one');
    expect(events.slice(-3)).toMatchObject([
      { type: 'permission.resolved', data: { metadata: { reply: 'cancelled', resolved_by: 'daemon' } } },
      { type: 'turn.ended', data: { metadata: { outcome: 'interrupted' } } },
      { type: 'session.ended', data: { reason: 'terminated', terminated_by: 'daemon' } },
    ]);
  });

  it('can be repeated, at once and later', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'hang');
    const all = await Promise.all([1, 2, 3].map(() => daemon.fetch('POST', '/v1/sessions/one/terminate')));
    expect(all.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect((await daemon.fetch('POST', '/v1/sessions/one/terminate')).status).toBe(204);
    const events = await eventsUntil(daemon, 'one', ({ type }) => type === 'session.ended');
    expect(events.filter(({ type }) => type === 'session.ended')).toHaveLength(1);
    expect(await daemon.events('one')).toEqual(events);
  });

  it('works while the session is still starting', async () => {
    const daemon = await testDaemon();
    const created = daemon.create('one');
    const opened = async () => (await daemon.call<List>('GET', '/v1/sessions')).sessions.length > 0;
    await expect.poll(opened, { interval: 1 }).toBe(true);
    await daemon.call('POST', '/v1/sessions/one/terminate');
    await created;
    expect((await daemon.events('one')).map(({ type }) => type)).toEqual([
      'session.started',
      'session.ended',
    ]);
  });
});
