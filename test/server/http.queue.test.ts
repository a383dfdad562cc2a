import { describe, expect, it } from 'vitest';
import type { QueueEntry, SessionQueue } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';
import { assistantTexts, userTexts } from '../support/texts.js';
import { eventsUntil, nth } from '../support/turns.js';

/** A session whose agent is busy until it is interrupted, with messages in its queue. */
async function busy(...messageIds: string[]): Promise<TestDaemon> {
  const daemon = await testDaemon();
  await daemon.create('one');
  await daemon.say('one', 'sleep 600000', { messageId: 'running' });
  for (const messageId of messageIds) await daemon.say('one', `echo ${messageId}`, { messageId });
  return daemon;
}

const pathOf = (messageId: string) => `/v1/sessions/one/queue/${encodeURIComponent(messageId)}`;
const list = (daemon: TestDaemon) => daemon.call<SessionQueue>('GET', '/v1/sessions/one/queue');
const order = ({ entries }: SessionQueue) => entries.map(({ messageId }) => messageId);

function patch(daemon: TestDaemon, messageId: string, body: object, ifMatch?: string): Promise<Response> {
  return daemon.fetch('PATCH', pathOf(messageId), body, ifMatch === undefined ? {} : { 'if-match': ifMatch });
}

/** Changes a message, whatever its revision. */
async function update(daemon: TestDaemon, messageId: string, body: object): Promise<SessionQueue> {
  const response = await patch(daemon, messageId, body, '*');
  expect(response.status).toBe(200);
  return (await response.json()) as SessionQueue;
}

describe('the queue', () => {
  it('is listed whole and in order', async () => {
    const daemon = await busy();
    const message = `ä😀 "quoted"\n${'long '.repeat(1000)}`;
    await daemon.say('one', message, { messageId: 'a', attachments: [{ path: '/tmp/a.png' }] });
    await daemon.say('one', 'echo b', { messageId: 'b' });
    const entry = { revision: 1, queuedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) };
    const attachments = [{ path: '/tmp/a.png', mime: 'image/png' }];
    expect(await list(daemon)).toEqual({
      revision: 2,
      entries: [
        { messageId: 'a', message, attachments, position: 0, ...entry },
        { messageId: 'b', message: 'echo b', attachments: [], position: 1, ...entry },
      ],
    });
  });

  it('is empty if nothing waits, and unknown for an unknown session', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    expect(await list(daemon)).toEqual({ revision: 0, entries: [] });
    const path = '/v1/sessions/two/queue';
    await expectProblem(await daemon.fetch('GET', path), 'session_not_found');
    await expectProblem(await daemon.fetch('DELETE', `${path}/a`), 'session_not_found');
    const headers = { 'if-match': '*' };
    await expectProblem(await daemon.fetch('PATCH', `${path}/a`, {}, headers), 'session_not_found');
  });

  it('shrinks as its messages start their turns', async () => {
    const daemon = await busy('a', 'b');
    await daemon.call('POST', '/v1/sessions/one/interrupt');
    await nth(daemon, 'one', 'turn.ended', 3);
    expect(await list(daemon)).toEqual({ revision: 4, entries: [] });
  });

  it('of an ended session still shows what was never sent, and changes no more', async () => {
    const daemon = await busy('a', 'b');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    expect(order(await list(daemon))).toEqual(['a', 'b']);
    await expectProblem(await patch(daemon, 'a', { position: 1 }, '*'), 'session_ended');
    await expectProblem(await daemon.fetch('DELETE', pathOf('a')), 'session_ended');
    await daemon.call('DELETE', '/v1/sessions/one');
    await expectProblem(await daemon.fetch('GET', '/v1/sessions/one/queue'), 'session_not_found');
  });

  it('survives a restart with its order, edits and revisions', async () => {
    const daemon = await busy('a', 'b', 'c', 'd');
    await update(daemon, 'd', { position: 0 });
    await update(daemon, 'c', { message: 'echo edited' });
    await daemon.call('DELETE', pathOf('b'));
    const before = await list(daemon);
    await daemon.stop();

    const after = await testDaemon({ dataFolder: daemon.dataFolder });
    await nth(after, 'one', 'turn.ended', 4);
    expect(userTexts(await after.events('one'))).toEqual(['sleep 600000', 'echo d', 'echo a', 'echo edited']);
    expect(await list(after)).toEqual({ revision: before.revision + 3, entries: [] });
    await expectProblem(await after.fetch('DELETE', pathOf('b')), 'not_found');
    await expectProblem(await after.fetch('DELETE', pathOf('c')), 'message_delivered');
  });
});

describe('a queued message', () => {
  it('is edited with its revision, quoted or bare', async () => {
    const daemon = await busy('a');
    const first = await patch(daemon, 'a', { message: 'echo one' }, '"1"');
    expect([first.status, ((await first.json()) as SessionQueue).entries]).toMatchObject([
      200,
      [{ message: 'echo one', revision: 2 }],
    ]);
    const second = await patch(daemon, 'a', { message: 'echo two', attachments: [{ path: 'x.png' }] }, '2');
    expect((await second.json()) as SessionQueue).toMatchObject({
      revision: 3,
      entries: [{ message: 'echo two', attachments: [{ path: 'x.png', mime: 'image/png' }], revision: 3 }],
    });
    await daemon.call('POST', '/v1/sessions/one/interrupt');
    await nth(daemon, 'one', 'turn.ended', 2);
    expect(assistantTexts(await daemon.events('one')).at(-1)).toBe('two');
  });

  it.each([undefined, '"1"', '7', '"2', '2"', 'W/"2"', '"two"', '', '-2', '2.5', '"2", "3"'])(
    'is not changed if If-Match is %s and its revision is 2',
    async (ifMatch) => {
      const daemon = await busy('a');
      await update(daemon, 'a', { message: 'echo edited' });
      const refused = await patch(daemon, 'a', { message: 'echo no' }, ifMatch);
      expect(await expectProblem(refused, 'revision_mismatch')).toMatchObject({
        messageId: 'a',
        revision: 2,
      });
      expect((await list(daemon)).entries).toMatchObject([{ message: 'echo edited', revision: 2 }]);
    },
  );

  it('is moved, also beyond the end', async () => {
    const daemon = await busy('a', 'b', 'c');
    expect(order(await update(daemon, 'c', { position: 0 }))).toEqual(['c', 'a', 'b']);
    expect(order(await update(daemon, 'c', { position: 1 }))).toEqual(['a', 'c', 'b']);
    const moved = await update(daemon, 'a', { position: 1_000_000 });
    expect(moved.entries.map(({ messageId, position }) => [messageId, position])).toEqual([
      ['c', 0],
      ['b', 1],
      ['a', 2],
    ]);
  });

  it('is taken back', async () => {
    const daemon = await busy('a', 'b');
    expect(order(await daemon.call<SessionQueue>('DELETE', pathOf('a')))).toEqual(['b']);
    await expectProblem(await daemon.fetch('DELETE', pathOf('a')), 'not_found');
    await expectProblem(await patch(daemon, 'a', {}, '*'), 'not_found');
    await daemon.call('POST', '/v1/sessions/one/interrupt');
    await nth(daemon, 'one', 'turn.ended', 2);
    expect(userTexts(await daemon.events('one'))).toEqual(['sleep 600000', 'echo b']);
  });

  it('interrupts the running turn', async () => {
    const daemon = await busy('a', 'b');
    await update(daemon, 'b', { whenBusy: 'interrupt' });
    await nth(daemon, 'one', 'turn.ended', 3);
    const events = await daemon.events('one');
    expect(userTexts(events)).toEqual(['sleep 600000', 'echo b', 'echo a']);
    const outcomes = events.flatMap((event) =>
      event.type === 'turn.ended' ? [event.data.metadata.outcome] : [],
    );
    expect(outcomes).toEqual(['interrupted', 'completed', 'completed']);
  });

  it('is steered into the running turn', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'List files in the current directory using available tools.');
    const { data } = await nth(daemon, 'one', 'permission.requested');
    await daemon.say('one', 'and hurry', { messageId: 'a' });
    expect(await update(daemon, 'a', { whenBusy: 'steer' })).toEqual({ revision: 2, entries: [] });
    await expectProblem(await patch(daemon, 'a', {}, '*'), 'message_delivered');
    await daemon.call('POST', `/v1/sessions/one/permissions/${data.permission_id}/reply`, { reply: 'once' });
    const events = await eventsUntil(daemon, 'one', ({ type }) => type === 'turn.ended');
    expect(userTexts(events)).toHaveLength(2);
    expect(events.filter(({ type }) => type === 'turn.started')).toHaveLength(1);
  });

  it.each(['a/b c?d=e#f', 'ä😀', 'x'.repeat(200), '😀'.repeat(100), '%2F', '__proto__'])(
    'may have the id %s',
    async (messageId) => {
      const daemon = await busy('first', messageId);
      expect(order(await update(daemon, messageId, { position: 0 }))).toEqual([messageId, 'first']);
      expect(order(await daemon.call<SessionQueue>('DELETE', pathOf(messageId)))).toEqual(['first']);
    },
  );

  it('is not changed if it is unknown or was sent to the agent', async () => {
    const daemon = await busy('a');
    await expectProblem(await patch(daemon, 'nobody', {}, '*'), 'not_found');
    await expectProblem(await daemon.fetch('DELETE', pathOf('nobody')), 'not_found');
    await expectProblem(await patch(daemon, 'running', { message: 'x' }, '"1"'), 'message_delivered');
    await expectProblem(await daemon.fetch('DELETE', pathOf('running')), 'message_delivered');
  });

  it.each([
    ['an empty message', { message: '' }],
    ['a number as message', { message: 7 }],
    ['a negative position', { position: -1 }],
    ['half a position', { position: 0.5 }],
    ['a position as text', { position: '1' }],
    ['an unknown whenBusy', { whenBusy: 'queue' }],
    ['an attachment without a path', { attachments: [{}] }],
    ['no body', undefined],
  ])('is not changed with %s', async (_, body) => {
    const daemon = await busy('a');
    const response = await daemon.fetch('PATCH', pathOf('a'), body, { 'if-match': '*' });
    await expectProblem(response, 'invalid_request');
    expect((await list(daemon)).revision).toBe(1);
  });

  it('keeps what is given as null', async () => {
    const daemon = await busy('a');
    const nothing = { message: null, attachments: null, position: null, whenBusy: null };
    const { entries } = await update(daemon, 'a', nothing);
    expect(entries).toMatchObject([{ message: 'echo a', revision: 1 } satisfies Partial<QueueEntry>]);
  });

  it('is changed by one of two clients that saw the same revision', async () => {
    const daemon = await busy('a');
    const both = await Promise.all([
      patch(daemon, 'a', { message: 'echo one' }, '"1"'),
      patch(daemon, 'a', { message: 'echo two' }, '"1"'),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  it('ends a stream that waits for its turn when it is taken back', async () => {
    const daemon = await busy();
    const body = { message: 'echo a', messageId: 'a' };
    const response = await daemon.fetch('POST', '/v1/sessions/one/messages/stream', body);
    await daemon.call('DELETE', pathOf('a'));
    expect(await response.text()).not.toContain('echo a');
  });
});

it('pages of an allowed origin may change it', async () => {
  const origin = 'https://chat.example';
  const daemon = await testDaemon({ corsOrigins: [origin] });
  const preflight = await daemon.fetch('OPTIONS', pathOf('a'), undefined, {
    origin,
    'access-control-request-method': 'PATCH',
  });
  expect(preflight.status).toBe(204);
  const allowed = (name: string) => preflight.headers.get(`access-control-allow-${name}`)!.split(/, */);
  expect(allowed('methods')).toEqual(expect.arrayContaining(['GET', 'PATCH', 'DELETE']));
  expect(allowed('headers')).toEqual(expect.arrayContaining(['if-match', 'prefer', 'authorization']));
});
