import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';
import { assistantTexts, userTexts } from '../support/texts.js';
import { eventsUntil, nth, turn } from '../support/turns.js';

describe('a message', () => {
  it('is answered with 204 and starts a turn', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const response = await daemon.fetch('POST', '/v1/sessions/one/messages', { message: 'echo hi' });
    expect([response.status, await response.text()]).toEqual([204, '']);
    await nth(daemon, 'one', 'turn.ended');
    expect(assistantTexts(await daemon.events('one'))).toEqual(['hi']);
  });

  it('is stored by the time it is answered', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'echo hi');
    expect(userTexts(await daemon.events('one'))).toEqual(['echo hi']);
  });

  it('may carry attachments, which are published with it', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'look', { attachments: [{ path: '/tmp/picture.png', mime: 'image/png' }] });
    await nth(daemon, 'one', 'turn.ended');
    const user = (await daemon.events('one')).find(
      (event) => event.type === 'item.completed' && event.data.item.role === 'user',
    );
    expect(JSON.stringify(user)).toContain('/tmp/picture.png');
  });

  it('with a known messageId has no effect, however often it is sent', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const send = () =>
      daemon.fetch('POST', '/v1/sessions/one/messages', { message: 'echo once', messageId: 'm-1' });
    const statuses = (await Promise.all([send(), send(), send()])).map(({ status }) => status);
    expect(statuses).toEqual([204, 204, 204]);
    await nth(daemon, 'one', 'turn.ended');
    expect((await send()).status).toBe(204);
    await turn(daemon, 'one', 'echo two');
    expect(userTexts(await daemon.events('one'))).toEqual(['echo once', 'echo two']);
  });

  it('with a known messageId and other content is refused, whatever became of the first', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const post = (body: object) => daemon.fetch('POST', '/v1/sessions/one/messages', body);
    await daemon.say('one', 'sleep 600000', { messageId: 'running' });
    await daemon.say('one', 'echo a', { messageId: 'edited' });
    await daemon.say('one', 'echo b', { messageId: 'removed' });
    const change = { message: 'echo changed' };
    await daemon.fetch('PATCH', '/v1/sessions/one/queue/edited', change, { 'if-match': '*' });
    await daemon.call('DELETE', '/v1/sessions/one/queue/removed');

    for (const messageId of ['running', 'edited', 'removed']) {
      const problem = await expectProblem(await post({ ...change, messageId }), 'message_conflict');
      expect(problem).toMatchObject({ messageId });
    }
    const files = { attachments: [{ path: '/tmp/a.png' }] };
    const another = await post({ message: 'echo a', messageId: 'edited', ...files });
    await expectProblem(another, 'message_conflict');
    // Each of them can be sent again as it was sent first.
    expect((await post({ message: 'echo a', messageId: 'edited' })).status).toBe(204);
    expect((await post({ message: 'echo b', messageId: 'removed' })).status).toBe(204);
    await daemon.call('POST', '/v1/sessions/one/interrupt');
    await nth(daemon, 'one', 'turn.ended', 2);
    await expectProblem(await post({ message: 'echo a', messageId: 'running' }), 'message_conflict');
    expect(userTexts(await daemon.events('one'))).toEqual(['sleep 600000', 'echo changed']);
  });

  it.each([
    ['return=representation', 200],
    ['respond-async, return="representation"; x=1', 200],
    ['return=minimal', 204],
    ['no-return=representation', 204],
    ['return=representations', 204],
  ])('is answered with its disposition if that is preferred: %s', async (prefer, status) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const post = (body: object) => daemon.fetch('POST', '/v1/sessions/one/messages', body, { prefer });
    const response = await post({ message: 'sleep 600000', messageId: 'm-1' });
    const applied = response.headers.get('preference-applied');
    expect([response.status, applied]).toEqual([status, status === 200 ? 'return=representation' : null]);
    if (status === 204) return expect(await response.text()).toBe('');
    expect(await response.json()).toEqual({ messageId: 'm-1', disposition: 'started' });
    const queued = (await (await post({ message: 'two' })).json()) as { messageId: string };
    expect(queued).toEqual({ messageId: expect.stringMatching(/^msg_/), disposition: 'queued' });
    const again = await post({ message: 'two', messageId: queued.messageId });
    expect(await again.json()).toEqual({ ...queued, disposition: 'duplicate' });
  });

  it.each([
    ['no message', {}],
    ['an empty one', { message: '' }],
    ['a number', { message: 7 }],
    ['an unknown whenBusy', { message: 'x', whenBusy: 'shout' }],
    ['an attachment without a path', { message: 'x', attachments: [{}] }],
    ['nothing at all', undefined],
    ['a list', []],
  ])('is refused with %s', async (_, body) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const problem = await expectProblem(
      await daemon.fetch('POST', '/v1/sessions/one/messages', body),
      'invalid_request',
    );
    expect(problem.errors).toBeInstanceOf(Array);
    expect(await daemon.events('one')).toHaveLength(1);
  });

  it('is refused by an ended session and by an unknown one', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    const body = { message: 'hello' };
    await expectProblem(await daemon.fetch('POST', '/v1/sessions/one/messages', body), 'session_ended');
    await expectProblem(await daemon.fetch('POST', '/v1/sessions/two/messages', body), 'session_not_found');
  });
});

describe('a message that arrives during a turn', () => {
  it('is queued by default, in order', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'permission');
    await daemon.say('one', 'echo second');
    await daemon.say('one', 'echo third', { whenBusy: 'queue' });
    expect(await daemon.call('GET', '/v1/sessions/one')).toMatchObject({ queued: 2 });
    await daemon.call('POST', '/v1/sessions/one/interrupt');
    await nth(daemon, 'one', 'turn.ended', 3);
    const events = await daemon.events('one');
    expect(userTexts(events)).toEqual(['permission', 'echo second', 'echo third']);
    expect(assistantTexts(events).slice(-2)).toEqual(['second', 'third']);
  });

  it('is steered into the turn with that delivery', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'List files in the current directory using available tools.');
    const { data } = await nth(daemon, 'one', 'permission.requested');
    await daemon.say('one', 'and hurry', { whenBusy: 'steer' });
    await daemon.call('POST', `/v1/sessions/one/permissions/${data.permission_id}/reply`, { reply: 'once' });
    const events = await eventsUntil(daemon, 'one', ({ type }) => type === 'turn.ended');
    expect(userTexts(events)).toHaveLength(2);
    expect(events.filter(({ type }) => type === 'turn.started')).toHaveLength(1);
  });

  it('interrupts the turn with that delivery and is moved to the front of the queue', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'sleep 600000');
    await daemon.say('one', 'echo patient');
    await daemon.say('one', 'echo urgent', { whenBusy: 'interrupt' });
    await nth(daemon, 'one', 'turn.ended', 3);
    const events = await daemon.events('one');
    expect(userTexts(events)).toEqual(['sleep 600000', 'echo urgent', 'echo patient']);
    const outcomes = events.flatMap((event) =>
      event.type === 'turn.ended' ? [event.data.metadata.outcome] : [],
    );
    expect(outcomes).toEqual(['interrupted', 'completed', 'completed']);
  });

  it('is refused with that delivery and leaves no trace', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'sleep 600000');
    const body = { message: 'echo no', whenBusy: 'reject', messageId: 'm-1' };
    await expectProblem(await daemon.fetch('POST', '/v1/sessions/one/messages', body), 'session_busy');
    await daemon.call('POST', '/v1/sessions/one/interrupt');
    await nth(daemon, 'one', 'turn.ended');
    expect(userTexts(await daemon.events('one'))).toEqual(['sleep 600000']);
    // The id was not recorded, so the same message can be retried.
    await daemon.say('one', 'echo no', { messageId: 'm-1' });
    await nth(daemon, 'one', 'turn.ended', 2);
    expect(assistantTexts(await daemon.events('one'))).toContain('no');
  });

  it('is refused if a hundred messages are queued', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'sleep 600000');
    for (let i = 0; i < 100; i++) await daemon.say('one', `echo ${i}`);
    const response = await daemon.fetch('POST', '/v1/sessions/one/messages', { message: 'one too many' });
    await expectProblem(response, 'overloaded');
  });
});
