import { describe, expect, it } from 'vitest';
import type { SessionQueue, UniversalEvent } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { nth } from '../support/turns.js';
import type { RpcError, WsClient } from '../support/ws-client.js';

/** A session in a turn that lasts until it is interrupted, and a client of it. */
async function busy(...messageIds: string[]) {
  const daemon = await testDaemon();
  await daemon.create('s');
  await daemon.say('s', 'sleep 600000', { messageId: 'running' });
  for (const messageId of messageIds) await daemon.say('s', `echo ${messageId}`, { messageId });
  const client = await daemon.connect();
  return { daemon, client };
}

const queues = ({ notifications }: WsClient) =>
  notifications.flatMap(({ method, params }) =>
    method === 'session/queue' ? [params as unknown as SessionQueue & { sessionId: string }] : [],
  );
const order = ({ entries }: SessionQueue) => entries.map(({ messageId }) => messageId);
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ code, data }: RpcError) => ({ code, ...data }),
  );

describe('calls', () => {
  it('list, update and remove answer with the queue', async () => {
    const { client } = await busy('a', 'b');
    const listed = await client.call<SessionQueue>('queue/list', { sessionId: 's' });
    expect([listed.revision, order(listed)]).toEqual([2, ['a', 'b']]);
    const change = { sessionId: 's', messageId: 'b', revision: 1, message: 'echo x', position: 0 };
    const updated = await client.call<SessionQueue>('queue/update', change);
    expect(updated).toMatchObject({ revision: 3, entries: [{ message: 'echo x', revision: 2 }, {}] });
    const removed = await client.call<SessionQueue>('queue/remove', { sessionId: 's', messageId: 'a' });
    expect([removed.revision, order(removed)]).toEqual([4, ['b']]);
    const any = { sessionId: 's', messageId: 'b', revision: null, position: 0 };
    expect(await client.call('queue/update', any)).toEqual(removed);
  });

  it('are refused with the problems of HTTP', async () => {
    const { client } = await busy('a');
    const update = (messageId: string, more: object) =>
      refusalOf(client.call('queue/update', { sessionId: 's', messageId, ...more }));
    const remove = (messageId: string) =>
      refusalOf(client.call('queue/remove', { sessionId: 's', messageId }));
    const urn = 'urn:greenroom:error:';
    expect(await update('a', { revision: 2, message: 'x' })).toMatchObject({
      code: -32000,
      type: `${urn}revision_mismatch`,
      status: 412,
      revision: 1,
    });
    expect(await update('x', { revision: 1 })).toMatchObject({ code: -32000, type: `${urn}not_found` });
    expect(await remove('running')).toMatchObject({ code: -32000, type: `${urn}message_delivered` });
    expect(await update('a', {})).toMatchObject({ code: -32602 });
    expect(await update('a', { revision: 1, message: '' })).toMatchObject({ code: -32602 });
    const conflict = client.call('session/send', { sessionId: 's', messageId: 'a', message: 'other' });
    expect(await refusalOf(conflict)).toMatchObject({ code: -32000, type: `${urn}message_conflict` });
  });
});

describe('a subscriber', () => {
  it('with includeState gets the queue with the answer, and each change of it', async () => {
    const { daemon, client } = await busy('a');
    const answer = await client.call<{ queue: SessionQueue }>('session/subscribe', {
      sessionId: 's',
      includeState: true,
    });
    expect([answer.queue.revision, order(answer.queue)]).toEqual([1, ['a']]);
    await daemon.say('s', 'echo b', { messageId: 'b' });
    await client.call('queue/update', { sessionId: 's', messageId: 'b', revision: 1, position: 0 });
    await client.call('queue/remove', { sessionId: 's', messageId: 'a' });
    expect(queues(client).map((queue) => [queue.sessionId, queue.revision, order(queue)])).toEqual([
      ['s', 2, ['a', 'b']],
      ['s', 3, ['b', 'a']],
      ['s', 4, ['b']],
    ]);
    expect(queues(client).at(-1)).toEqual({
      sessionId: 's',
      ...(await client.call<SessionQueue>('queue/list', { sessionId: 's' })),
    });
  });

  it('without includeState gets neither', async () => {
    const { daemon, client } = await busy('a');
    expect(await client.call('session/subscribe', { sessionId: 's' })).not.toHaveProperty('queue');
    await daemon.say('s', 'echo b');
    await client.call('queue/list', { sessionId: 's' });
    expect(queues(client)).toEqual([]);
  });

  it('is not told of changes that were refused or changed nothing', async () => {
    const { client } = await busy('a');
    await client.call('session/subscribe', { sessionId: 's', includeState: true });
    const change = { sessionId: 's', messageId: 'a', message: 'echo a' };
    await client.call('queue/update', { ...change, revision: 1 });
    await refusalOf(client.call('queue/update', { ...change, revision: 7 }));
    expect(queues(client)).toEqual([]);
  });

  it.each([
    ['short', ''],
    ['long', 'x'.repeat(300_000)],
  ])('sees a %s message leave the queue before its turn starts, and never come back', async (_, padding) => {
    const { daemon, client } = await busy();
    await client.call('session/subscribe', { sessionId: 's', includeState: true });
    const ids = ['a', 'b', 'c'];
    for (const messageId of ids) await daemon.say('s', `echo ${messageId}${padding}`, { messageId });
    await daemon.call('POST', '/v1/sessions/s/interrupt');
    await nth(daemon, 's', 'turn.ended', 4);
    await client.call('queue/list', { sessionId: 's' });
    let waiting: string[] = [];
    const started: string[] = [];
    for (const { method, params } of client.notifications) {
      if (method === 'session/queue') waiting = order(params as unknown as SessionQueue);
      const event = params as unknown as UniversalEvent;
      if (method === 'event' && event.type === 'turn.started') {
        started.push(String(event.data.metadata.message_id));
      }
      expect(waiting.filter((id) => started.includes(id))).toEqual([]);
    }
    expect(started).toEqual(['running', ...ids]);
  });
});
