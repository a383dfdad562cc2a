import { expect, it } from 'vitest';
import type { AuditEntry, CreatedToken, PermissionData } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { eventsUntil, nth } from '../support/turns.js';

const OWNER = 'the-owners-token';

const audit = (daemon: TestDaemon, query = '') =>
  daemon.call<{ entries: AuditEntry[]; nextCursor: string | null }>('GET', `/v1/audit${query}`);

async function client(daemon: TestDaemon, name: string, ...scopes: string[]) {
  const { id, token } = await daemon.call<CreatedToken>('POST', '/v1/tokens', { name, scopes });
  return { id, name, as: new TestDaemonOf(daemon, token) };
}

class TestDaemonOf {
  readonly #daemon: TestDaemon;
  readonly #token: string;

  constructor(daemon: TestDaemon, token: string) {
    this.#daemon = daemon;
    this.#token = token;
  }

  async call(method: string, path: string, body?: object): Promise<number> {
    const headers = { authorization: `Bearer ${this.#token}` };
    const response = await this.#daemon.fetch(method, path, body, headers);
    await response.body?.cancel();
    return response.status;
  }
}

it('a phone that reads, a bot that sends and an operator share a daemon, and who did what is told', async () => {
  const daemon = await testDaemon({ token: OWNER });
  const phone = await client(daemon, 'phone', 'read');
  const bot = await client(daemon, 'bot', 'read', 'send');
  const operator = await client(daemon, 'operator', 'read', 'send', 'approve', 'admin');

  expect(await phone.as.call('POST', '/v1/sessions/s', { agent: 'mock' })).toBe(403);
  expect(await bot.as.call('POST', '/v1/sessions/s', { agent: 'mock' })).toBe(200);
  expect(await bot.as.call('POST', '/v1/sessions/s/messages', { message: 'permission' })).toBe(204);
  const asked = await eventsUntil(daemon, 's', ({ type }) => type === 'permission.requested');
  const { permission_id: id } = asked.at(-1)!.data as PermissionData;
  const reply = `/v1/sessions/s/permissions/${id}/reply`;
  expect(await phone.as.call('GET', '/v1/sessions/s/requests')).toBe(200);
  expect(await bot.as.call('POST', reply, { reply: 'once' })).toBe(403);
  expect(await operator.as.call('POST', reply, { reply: 'once' })).toBe(204);
  const events = await eventsUntil(daemon, 's', ({ type }) => type === 'permission.resolved');
  expect((events.at(-1)!.data as PermissionData).metadata).toMatchObject({
    resolved_by: 'client',
    client: { id: operator.id, name: 'operator' },
  });
  expect(await operator.as.call('POST', '/v1/sessions/s/terminate')).toBe(204);
  expect(await operator.as.call('DELETE', '/v1/sessions/s')).toBe(204);

  const { entries } = await audit(daemon);
  const told = entries.map(({ client: by, operation, outcome, sessionId }) => [
    by?.name,
    operation,
    outcome,
    sessionId,
  ]);
  expect(told).toEqual([
    ['operator', 'deleteSession', 'ok', 's'],
    ['operator', 'terminateSession', 'ok', 's'],
    ['operator', 'replyPermission', 'ok', 's'],
    ['bot', 'replyPermission', 'forbidden', 's'],
    ['bot', 'createSession', 'ok', 's'],
    ['phone', 'createSession', 'forbidden', 's'],
    ['owner', 'createToken', 'ok', null],
    ['owner', 'createToken', 'ok', null],
    ['owner', 'createToken', 'ok', null],
  ]);
  expect(entries[2]).toEqual({
    id: expect.any(Number),
    time: expect.stringMatching(/Z$/),
    client: { id: operator.id, name: 'operator' },
    address: '127.0.0.1',
    operation: 'replyPermission',
    outcome: 'ok',
    sessionId: 's',
    details: { permissionId: id, reply: 'once' },
  });
  expect(JSON.stringify(entries)).not.toContain(OWNER);
});

it.each([
  ['an answer to a question', 'reply', { answers: [] }],
  ['the rejection of a question', 'reject', undefined],
])('%s names the client', async (_, action, body) => {
  const daemon = await testDaemon({ token: OWNER });
  await daemon.create('s');
  await daemon.say('s', 'question');
  const { data } = await nth(daemon, 's', 'question.requested');
  await daemon.call('POST', `/v1/sessions/s/questions/${data.question_id}/${action}`, body);
  const resolved = await nth(daemon, 's', 'question.resolved');
  expect(resolved.data.metadata).toMatchObject({
    resolved_by: 'client',
    client: { id: 'owner', name: 'owner' },
  });
});

it('is read page by page', async () => {
  const daemon = await testDaemon({ token: OWNER });
  for (const name of ['a', 'b', 'c']) await client(daemon, name, 'read');
  const first = await audit(daemon, '?limit=2');
  const second = await audit(daemon, `?limit=2&cursor=${first.nextCursor}`);
  const names = [...first.entries, ...second.entries].map(({ details }) => details.name);
  expect([names, second.nextCursor]).toEqual([['c', 'b', 'a'], null]);
});

it('names no secret: neither tokens nor variables nor messages', async () => {
  const daemon = await testDaemon({ token: OWNER });
  const { as } = await client(daemon, 'bot', 'send', 'approve');
  await as.call('POST', '/v1/sessions/s', { agent: 'mock', env: { KEY: 'hunter2hunter2' } });
  await as.call('PATCH', '/v1/sessions/s', { env: { KEY: 'hunter3hunter3' }, title: 'T' });
  const text = JSON.stringify((await audit(daemon)).entries);
  expect(text).toContain('configureSession');
  expect(text).not.toMatch(/hunter/);
});

it('tells of wrong tokens and foreign pages, but not of each', async () => {
  const daemon = await testDaemon({ token: OWNER });
  for (let count = 0; count < 4; count++)
    await daemon.fetch('GET', '/v1/sessions', undefined, { authorization: 'Bearer wrong-wrong' });
  await daemon.fetch('GET', '/v1/sessions', undefined, { origin: 'https://evil.example' });
  const { entries } = await audit(daemon);
  expect(entries).toMatchObject([
    { client: null, address: '127.0.0.1', operation: 'access', outcome: 'forbidden' },
    { client: null, address: '127.0.0.1', operation: 'access', outcome: 'token_invalid' },
  ]);
  expect(JSON.stringify(entries)).not.toContain('wrong-wrong');
});
