import { expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';

const exceeded = expect.objectContaining({
  code: -32000,
  data: expect.objectContaining({ type: 'urn:greenroom:error:quota_exceeded', status: 429 }),
});

it('a daemon has a limit of sessions, and room again when one is deleted', async () => {
  const daemon = await testDaemon({ limits: { sessions: 2 } });
  await daemon.create('one');
  const create = (id: string) => daemon.fetch('POST', `/v1/sessions/${id}`, { agent: 'mock' });
  // Three at once: one of them fits.
  const statuses = await Promise.all(['two', 'three', 'four'].map(async (id) => (await create(id)).status));
  expect(statuses.sort()).toEqual([200, 429, 429]);
  expect((await expectProblem(await create('five'), 'quota_exceeded')).detail).toContain('limit sessions');
  await daemon.call('POST', '/v1/sessions/one/terminate');
  await expectProblem(await create('five'), 'quota_exceeded');
  await daemon.call('DELETE', '/v1/sessions/one');
  expect((await create('five')).status).toBe(200);
});

it('a WebSocket has a limit of subscriptions', async () => {
  const daemon = await testDaemon({ limits: { subscriptionsPerSocket: 2 } });
  for (const id of ['one', 'two', 'three']) await daemon.create(id);
  const client = await daemon.connect();
  const subscribe = (sessionId: string) => client.call('session/subscribe', { sessionId });
  const [, , third] = await Promise.allSettled(['one', 'two', 'three'].map(subscribe));
  expect(third).toEqual({ status: 'rejected', reason: exceeded });
  // Subscribing anew is no further subscription.
  await subscribe('two');
  await client.call('session/unsubscribe', { sessionId: 'one' });
  await subscribe('three');
  const other = await daemon.connect();
  await other.call('session/subscribe', { sessionId: 'one' });
});

it('an attached file has a limit', async () => {
  const daemon = await testDaemon({ limits: { attachmentBytes: 5000, attachmentBytesPerSession: 9000 } });
  await daemon.create('one');
  const upload = (bytes: number) =>
    daemon.fetch('POST', '/v1/sessions/one/attachments?filename=a', 'x'.repeat(bytes));
  expect((await upload(5000)).status).toBe(200);
  expect((await expectProblem(await upload(5001), 'payload_too_large')).detail).toContain('5000 bytes');
  expect((await expectProblem(await upload(4500), 'payload_too_large')).detail).toContain('9000 bytes');
});
