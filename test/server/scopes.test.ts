import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Operation, operationList, Scope, type StoredAttachment } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { tempFolder } from '../support/temp-folder.js';
import { type RpcError, WsClient } from '../support/ws-client.js';

const OWNER = 'the-owners-token';

/** Of sessions, tokens and agents that do not exist: nothing is changed by a call that is allowed. */
const sample = {
  sessionId: 'none',
  agent: 'none',
  message: 'hi',
  reply: 'once',
  answers: [],
  name: 'none',
  scopes: ['admin'],
  permissionId: 'perm_none',
  questionId: 'q_none',
  itemId: 'item_none',
  messageId: 'm_none',
  valueId: 'v_none',
  tokenId: 'tok_none',
  revision: 1,
  index: 0,
  folder: '/none',
  from: 'a',
  to: 'b',
};

interface Refusal {
  status: number;
  type: string;
  detail: string;
  scope?: string;
}

async function tokenWith(daemon: TestDaemon, ...scopes: Scope[]): Promise<string> {
  const name = scopes.join('+');
  return (await daemon.call<{ token: string }>('POST', '/v1/tokens', { name, scopes })).token;
}

async function overHttp(
  daemon: TestDaemon,
  token: string,
  { http, input }: Operation,
  fields: object = {},
): Promise<Refusal | null> {
  const given: Record<string, unknown> = { ...sample, ...fields };
  const path = http!.path.replace(/:(\w+)/g, (_, field: string) => String(given[field]));
  const response = await fetch(`${daemon.url}${path}?filename=a&path=a&session_id=none&q=a`, {
    method: http!.method,
    headers: { authorization: `Bearer ${token}`, 'if-match': '*' },
    ...(input?.body ? { body: JSON.stringify(given) } : {}),
  });
  if (response.ok) {
    await response.body?.cancel();
    return null;
  }
  return (await response.json()) as Refusal;
}

async function overWebSocket(
  daemon: TestDaemon,
  token: string,
  { websocket }: Operation,
  fields: object = {},
): Promise<Refusal | null> {
  const client = await WsClient.open(daemon.url, token);
  onTestFinished(() => client.close());
  return client.call(websocket!.method, { ...sample, ...fields }).then(
    () => null,
    (error: RpcError) => error.data as unknown as Refusal,
  );
}

const calls = operationList.flatMap(([name, operation]) => [
  ...(operation.http ? [{ name, over: 'HTTP', operation, call: overHttp }] : []),
  ...(operation.websocket ? [{ name, over: 'WebSocket', operation, call: overWebSocket }] : []),
]);

it.each(Scope.options)(
  'a token with the scope %s alone may make exactly the calls of that scope',
  async (scope) => {
    const daemon = await testDaemon({ token: OWNER });
    const token = await tokenWith(daemon, scope);
    expect(calls.length).toBeGreaterThan(60);
    for (const { name, over, operation, call } of calls) {
      const refusal = await call(daemon, token, operation);
      const what = `${name} over ${over}`;
      if (['public', 'any', scope].includes(operation.scope)) {
        expect([401, 403].includes(refusal?.status ?? 200) && name !== 'exchangePairing', what).toBe(false);
        continue;
      }
      expect(refusal, what).toMatchObject({
        type: 'urn:greenroom:error:forbidden',
        status: 403,
        scope: operation.scope,
        detail: expect.stringContaining(`needs the scope ${operation.scope}`),
      });
    }
  },
);

describe('a token that may send, but not approve', () => {
  it.each([
    { permissionMode: 'acceptEdits' },
    { permissionMode: 'bypass' },
    { env: { A: 'b' } },
    { mcp: { local: { type: 'local', command: ['true'] } } },
  ])('may neither create nor change a session with %j', async (lifted) => {
    const daemon = await testDaemon({ token: OWNER });
    const [sender, approver] = [await tokenWith(daemon, 'send'), await tokenWith(daemon, 'send', 'approve')];
    await daemon.create('mine');
    for (const { name, over, operation, call } of calls) {
      if (!operation.elevation || !['sessions'].includes(operation.tag)) continue;
      const fields = { ...lifted, sessionId: name === 'configureSession' ? 'mine' : `${name}-${over}` };
      const given = { ...fields, agent: 'mock' };
      const what = `${name} over ${over}`;
      expect(await call(daemon, sender, operation, given), what).toMatchObject({
        status: 403,
        scope: 'approve',
      });
      expect((await call(daemon, approver, operation, given))?.status, what).not.toBe(403);
    }
  });

  it("may attach files of the session's folder and uploads, and no others", async () => {
    const daemon = await testDaemon({ token: OWNER });
    const directory = await tempFolder();
    const elsewhere = join(await tempFolder(), 'secret.txt');
    await writeFile(elsewhere, 'secret');
    await mkdir(join(directory, 'docs'));
    await writeFile(join(directory, 'docs', 'a.txt'), 'a');
    await symlink(elsewhere, join(directory, 'link.txt'));
    await daemon.create('mine', { directory });
    await daemon.create('other', { directory: await tempFolder() });
    const upload = async (id: string) =>
      (await daemon.call<StoredAttachment>('POST', `/v1/sessions/${id}/attachments?filename=n.txt`, 'n'))
        .path;
    const [own, others] = [await upload('mine'), await upload('other')];
    const sender = await tokenWith(daemon, 'send');
    const approver = await tokenWith(daemon, 'send', 'approve');
    let count = 0;
    const messages = calls.filter(({ operation }) => operation.elevation && operation.tag !== 'sessions');
    expect(messages.map(({ name }) => name)).toContain('updateQueued');
    for (const { name, over, operation, call } of messages) {
      const status = async (token: string, path: string) => {
        const fields = {
          sessionId: 'mine',
          attachments: [{ path }],
          messageId: `m${++count}`,
        };
        return (await call(daemon, token, operation, fields))?.status;
      };
      for (const path of ['docs/a.txt', join(directory, 'docs', 'a.txt'), own])
        expect(await status(sender, path), `${name} over ${over}: ${path}`).not.toBe(403);
      for (const path of [
        elsewhere,
        'link.txt',
        '../x',
        others,
        join(daemon.dataFolder, 'greenroom.sqlite'),
      ]) {
        expect(await status(sender, path), `${name} over ${over}: ${path}`).toBe(403);
        expect(await status(approver, path), `${name} over ${over}: ${path}`).not.toBe(403);
      }
    }
  });
});
