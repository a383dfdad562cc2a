import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { PendingRequests, SessionInfo, TrustedFolder } from '../../src/schema/index.js';
import { bringingFolder } from '../support/bringing-folder.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';
import { sseEvents } from '../support/sse-text.js';
import { tempFolder } from '../support/temp-folder.js';
import { assistantTexts } from '../support/texts.js';
import { nth } from '../support/turns.js';

const bringing = async () => (await bringingFolder()).directory;

async function asked(daemon: TestDaemon, id: string) {
  const { permissions } = await daemon.call<PendingRequests>('GET', `/v1/sessions/${id}/requests`);
  return permissions.filter(({ action }) => action === 'trust_folder');
}

const trusted = async (daemon: TestDaemon) =>
  (await daemon.call<{ folders: TrustedFolder[] }>('GET', '/v1/trust')).folders;

it('asks before the agent starts, and answers the creation at once', async () => {
  const [daemon, { directory, path }] = [await testDaemon(), await bringingFolder()];
  expect(await daemon.create('a', { directory })).toMatchObject({ status: 'waiting', nativeSessionId: null });
  const [request] = await asked(daemon, 'a');
  expect(request!.metadata).toMatchObject({
    kind: 'other',
    paths: [path],
    input: { directory, brings: [{ path, brings: ['the setting greeting: hi'] }] },
  });
  await daemon.call('POST', `/v1/sessions/a/permissions/${request!.permission_id}/reply`, {
    reply: 'always',
  });
  expect(await trusted(daemon)).toMatchObject([{ agent: 'mock', paths: [path] }]);
  expect(await daemon.create('b', { directory })).toMatchObject({
    status: 'idle',
    nativeSessionId: 'mock-b',
  });
});

it('terminates a session that waits for trust', async () => {
  const [daemon, directory] = [await testDaemon(), await bringing()];
  await daemon.create('a', { directory });
  await daemon.call('POST', '/v1/sessions/a/terminate');
  expect((await daemon.events('a')).map(({ type }) => type)).toEqual([
    'session.started',
    'permission.requested',
    'permission.resolved',
    'session.ended',
  ]);
});

it('is added and removed over the API', async () => {
  const [daemon, directory] = [await testDaemon(), await bringing()];
  await daemon.call('POST', '/v1/trust', { folder: directory });
  const [entry] = await trusted(daemon);
  expect(await daemon.create('a', { directory })).toMatchObject({ status: 'idle' });
  await daemon.call('DELETE', `/v1/trust/${entry!.id}`);
  expect(await daemon.create('b', { directory })).toMatchObject({ status: 'waiting' });
  expect((await daemon.fetch('DELETE', `/v1/trust/${entry!.id}`)).status).toBe(404);
  expect((await daemon.fetch('POST', '/v1/trust', { folder: 'relative' })).status).toBe(400);
});

it.each(['always', 'never'] as const)('is not asked about with trust: %s', async (trust) => {
  const [daemon, directory] = [await testDaemon(), await bringing()];
  await daemon.create('a', { directory, trust });
  expect(await asked(daemon, 'a')).toEqual([]);
});

it('asks again after a restart of the daemon, for a queued message', async () => {
  const [directory, dataFolder] = [await bringing(), await tempFolder()];
  const first = await testDaemon({ dataFolder });
  await first.create('a', { directory });
  await first.say('a', 'hello');
  await first.stop();
  const second = await testDaemon({ dataFolder });
  await expect.poll(async () => (await asked(second, 'a')).length).toBe(1);
  const { status } = await second.call<SessionInfo>('GET', '/v1/sessions/a');
  expect(status).toBe('waiting');
});

/** Replies to the pending request about the folder of a session. */
async function reply(daemon: TestDaemon, id: string, answer: 'once' | 'always' | 'reject'): Promise<void> {
  const [request] = await asked(daemon, id);
  await daemon.call('POST', `/v1/sessions/${id}/permissions/${request!.permission_id}/reply`, {
    reply: answer,
  });
}

describe('while a human is asked', () => {
  it('a reply over WebSocket starts the agent, and a second one is refused', async () => {
    const [daemon, directory] = [await testDaemon(), await bringing()];
    const client = await daemon.connect();
    await client.call('session/create', { sessionId: 'a', agent: 'mock', directory });
    const sent = await client.call('session/send', { sessionId: 'a', message: 'echo hi', messageId: 'm' });
    expect(sent).toEqual({ messageId: 'm', disposition: 'queued' });
    const [request] = await asked(daemon, 'a');
    const answer = { sessionId: 'a', permissionId: request!.permission_id, reply: 'once' };
    await client.call('permission/reply', answer);
    await nth(daemon, 'a', 'turn.ended');
    expect(assistantTexts(await daemon.events('a'))).toEqual(['hi']);
    await expect(client.call('permission/reply', answer)).rejects.toMatchObject({
      data: { type: 'urn:greenroom:error:request_not_pending' },
    });
    expect(await trusted(daemon)).toEqual([]);
  });

  it('the stream of a message ends with the request, or waits for the approval and has its turn', async () => {
    const [daemon, directory] = [await testDaemon(), await bringing()];
    await daemon.create('a', { directory });
    const stream = (message: string, query = '') =>
      daemon.fetch('POST', `/v1/sessions/a/messages/stream${query}`, { message });
    const short = sseEvents(await (await stream('echo first')).text());
    expect(short.map(({ type }) => type)).toEqual(['permission.requested']);
    const response = await stream('echo second', '?until=turn');
    await reply(daemon, 'a', 'once');
    const events = sseEvents(await response.text());
    expect(assistantTexts(events)).toEqual(['first', 'second']);
    expect(events.at(-1)!.type).toBe('turn.ended');
  });

  it('the stream of a message ends with the session', async () => {
    const [daemon, directory] = [await testDaemon(), await bringing()];
    await daemon.create('a', { directory });
    const path = '/v1/sessions/a/messages/stream?until=turn';
    const response = await daemon.fetch('POST', path, { message: 'echo hi' });
    await daemon.call('POST', '/v1/sessions/a/terminate');
    expect(sseEvents(await response.text()).map(({ type }) => type)).toEqual([
      'permission.requested',
      'permission.resolved',
      'session.ended',
    ]);
  });

  it('the session can be deleted', async () => {
    const [daemon, directory] = [await testDaemon(), await bringing()];
    await daemon.create('a', { directory });
    await daemon.say('a', 'echo hi');
    await daemon.call('DELETE', '/v1/sessions/a');
    await expectProblem(await daemon.fetch('GET', '/v1/sessions/a'), 'session_not_found');
    expect(await daemon.create('a')).toMatchObject({ status: 'idle' });
  });

  it('the agent starts without the folder if nobody replies in time', async () => {
    const [clock, directory] = [new SimulatedClock(), await bringing()];
    const daemon = await testDaemon({ clock });
    await daemon.create('a', { directory, requestTimeoutMs: 1000 });
    await daemon.say('a', 'echo hi');
    clock.increment(999);
    expect(await asked(daemon, 'a')).toHaveLength(1);
    clock.increment(1);
    await nth(daemon, 'a', 'turn.ended');
    const { data } = await nth(daemon, 'a', 'permission.resolved');
    expect(data).toMatchObject({
      status: 'denied',
      metadata: { reply: 'cancelled', resolved_by: 'daemon' },
    });
    expect(assistantTexts(await daemon.events('a'))).toEqual(['hi']);
    expect(await trusted(daemon)).toEqual([]);
  });

  it('the folder may change: the approval is of what was shown', async () => {
    const [daemon, folder] = [await testDaemon(), await bringingFolder()];
    await daemon.create('a', { directory: folder.directory });
    await daemon.say('a', 'echo hi');
    await folder.change('bye');
    await reply(daemon, 'a', 'always');
    const { data } = await nth(daemon, 'a', 'permission.requested', 2);
    expect(data.metadata.input).toMatchObject({ brings: [{ brings: ['the setting greeting: bye'] }] });
    expect(assistantTexts(await daemon.events('a'))).toEqual([]);
    expect(await trusted(daemon)).toEqual([]);
    await reply(daemon, 'a', 'always');
    await nth(daemon, 'a', 'turn.ended');
    expect(await trusted(daemon)).toHaveLength(1);
  });
});

it('always holds until the folder changes, and again when it is as it was', async () => {
  const [daemon, folder] = [await testDaemon(), await bringingFolder()];
  const { directory } = folder;
  await daemon.create('a', { directory });
  await reply(daemon, 'a', 'always');
  expect(await trusted(daemon)).toHaveLength(1);
  await folder.change('bye');
  expect(await daemon.create('b', { directory })).toMatchObject({ status: 'waiting' });
  await folder.change('hi');
  expect(await daemon.create('c', { directory })).toMatchObject({ status: 'idle' });
});

it('once and reject hold for one session', async () => {
  const [daemon, directory] = [await testDaemon(), await bringing()];
  for (const answer of ['once', 'reject'] as const) {
    await daemon.create(answer, { directory });
    await reply(daemon, answer, answer);
    expect(await daemon.create(`after-${answer}`, { directory })).toMatchObject({ status: 'waiting' });
  }
  expect(await trusted(daemon)).toEqual([]);
});
