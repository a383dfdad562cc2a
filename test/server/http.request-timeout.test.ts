import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';
import { tempFolder } from '../support/temp-folder.js';
import { assistantTexts } from '../support/texts.js';
import { nth } from '../support/turns.js';

/** The resolutions of requests, as one line each. */
async function resolutions(daemon: TestDaemon): Promise<string[]> {
  return (await daemon.events('one')).flatMap((event) => {
    if (event.type === 'permission.resolved') {
      const { status, metadata } = event.data;
      return [`${status} ${metadata.reply} by ${metadata.resolved_by}`];
    }
    return event.type === 'question.resolved' ? [`${event.data.status} by ${event.data.resolved_by}`] : [];
  });
}

describe('a request that nobody answers', () => {
  it('stays pending without a timeout', async () => {
    const clock = new SimulatedClock();
    const daemon = await testDaemon({ clock });
    await daemon.create('one');
    await daemon.say('one', 'permission');
    await nth(daemon, 'one', 'permission.requested');
    clock.increment(2 ** 31 - 1);
    expect(await resolutions(daemon)).toEqual([]);
  });

  it('is cancelled after the timeout of its session, and the turn goes on', async () => {
    const clock = new SimulatedClock();
    const daemon = await testDaemon({ clock });
    await daemon.create('one', { requestTimeoutMs: 60_000 });
    await daemon.say('one', 'permission');
    await nth(daemon, 'one', 'permission.requested');
    clock.increment(59_999);
    expect(await resolutions(daemon)).toEqual([]);
    clock.increment(1);
    await nth(daemon, 'one', 'permission.requested', 2);
    clock.increment(60_000);
    await nth(daemon, 'one', 'turn.ended');
    expect(await resolutions(daemon)).toEqual(['denied cancelled by daemon', 'denied cancelled by daemon']);
    const { data } = await nth(daemon, 'one', 'permission.resolved');
    expect(data.metadata.message).toBe('Nobody answered in time.');
    expect(await daemon.call('GET', '/v1/sessions/one')).toMatchObject({ status: 'idle' });
  });

  it('is rejected if it is a question', async () => {
    const clock = new SimulatedClock();
    const daemon = await testDaemon({ clock });
    await daemon.create('one', { requestTimeoutMs: 1 });
    await daemon.say('one', 'question');
    for (const count of [1, 2]) {
      await nth(daemon, 'one', 'question.requested', count);
      clock.increment(1);
    }
    await nth(daemon, 'one', 'turn.ended');
    expect(await resolutions(daemon)).toEqual(['rejected by daemon', 'rejected by daemon']);
    expect(assistantTexts(await daemon.events('one'))).toEqual(['No answer.', 'No answer.']);
  });

  it('cannot be answered any more', async () => {
    const clock = new SimulatedClock();
    const daemon = await testDaemon({ clock });
    await daemon.create('one', { requestTimeoutMs: 1000 });
    await daemon.say('one', 'permission');
    const { data } = await nth(daemon, 'one', 'permission.requested');
    clock.increment(1000);
    const path = `/v1/sessions/one/permissions/${data.permission_id}/reply`;
    await expectProblem(await daemon.fetch('POST', path, { reply: 'once' }), 'request_not_pending');
  });

  it('is answered as ever in time', async () => {
    const clock = new SimulatedClock();
    const daemon = await testDaemon({ clock });
    await daemon.create('one', { requestTimeoutMs: 1000 });
    await daemon.say('one', 'List files in the current directory using available tools.');
    const { data } = await nth(daemon, 'one', 'permission.requested');
    clock.increment(999);
    await daemon.call('POST', `/v1/sessions/one/permissions/${data.permission_id}/reply`, { reply: 'once' });
    clock.increment(1);
    await nth(daemon, 'one', 'turn.ended');
    expect(await resolutions(daemon)).toEqual(['approved once by client']);
  });

  it('is cancelled if a background sub-agent asked between turns', async () => {
    const clock = new SimulatedClock();
    const daemon = await testDaemon({ clock });
    await daemon.create('one', { requestTimeoutMs: 1000 });
    await daemon.say('one', 'background ask');
    await nth(daemon, 'one', 'turn.ended');
    await nth(daemon, 'one', 'permission.requested');
    clock.increment(1000);
    await nth(daemon, 'one', 'permission.resolved');
    expect(await resolutions(daemon)).toEqual(['denied cancelled by daemon']);
  });
});

describe('the timeout', () => {
  it('has a default for all sessions of a daemon, which a session may replace', async () => {
    const clock = new SimulatedClock();
    const daemon = await testDaemon({ clock, requestTimeoutMs: 1000 });
    await daemon.create('one');
    await daemon.create('two', { requestTimeoutMs: 2000 });
    for (const id of ['one', 'two']) {
      await daemon.say(id, 'permission');
      await nth(daemon, id, 'permission.requested');
    }
    clock.increment(1000);
    await nth(daemon, 'one', 'permission.resolved');
    expect((await daemon.events('two')).at(-1)!.type).toBe('permission.requested');
    clock.increment(1000);
    await nth(daemon, 'two', 'permission.resolved');
  });

  it('of a session outlives the daemon', async () => {
    const dataFolder = await tempFolder();
    const first = await testDaemon({ dataFolder, requestTimeoutMs: 1000 });
    await first.create('one');
    await first.stop();
    const clock = new SimulatedClock();
    const second = await testDaemon({ dataFolder, clock });
    await second.say('one', 'permission');
    await nth(second, 'one', 'permission.requested');
    clock.increment(1000);
    await nth(second, 'one', 'permission.resolved');
  });

  it.each([0, -1, 1.5, 2 ** 53, 'soon', '1000', true, {}])(
    'must be a positive number: %j',
    async (timeout) => {
      const daemon = await testDaemon();
      const body = { agent: 'mock', requestTimeoutMs: timeout };
      const problem = await expectProblem(
        await daemon.fetch('POST', '/v1/sessions/one', body),
        'invalid_request',
      );
      expect(problem.detail).toContain('requestTimeoutMs');
    },
  );

  it('may be longer than a timer can be', async () => {
    const daemon = await testDaemon();
    await daemon.create('one', { requestTimeoutMs: Number.MAX_SAFE_INTEGER });
    await daemon.say('one', 'permission');
    await nth(daemon, 'one', 'permission.requested');
    await daemon.call('GET', '/v1/sessions/one');
    expect(await resolutions(daemon)).toEqual([]);
  });

  it('can be set over WebSocket', async () => {
    const clock = new SimulatedClock();
    const daemon = await testDaemon({ clock });
    const client = await daemon.connect();
    await client.call('session/create', { sessionId: 'one', agent: 'mock', requestTimeoutMs: 5 });
    await daemon.say('one', 'permission');
    await nth(daemon, 'one', 'permission.requested');
    clock.increment(5);
    await nth(daemon, 'one', 'permission.resolved');
  });
});
