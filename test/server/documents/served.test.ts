import { expect, it } from 'vitest';
import { notifications } from '../../../src/schema/index.js';
import { methods } from '../../../src/server/websocket/methods.js';
import { type TestDaemon, testDaemon } from '../../support/daemon.js';
import { tempFolder } from '../../support/temp-folder.js';
import { type AsyncApi, answerSchema, type OpenApi, operationsOf } from './document.js';
import { validator } from './validator.js';

/** Requests everything about a session, and returns the responses that contradict the document. */
async function strayAnswers(daemon: TestDaemon, sessionId: string): Promise<string[]> {
  const document = await daemon.call<OpenApi>('GET', '/v1/openapi.json');
  const checker = validator(document.components.schemas, 'draft-2020-12');
  const names: Record<string, string> = { sessionId, agent: 'mock', name: 'session' };
  const stray: string[] = [];
  for (const operation of operationsOf(document)) {
    const schema = answerSchema(operation);
    if (operation.method !== 'get' || !schema) continue;
    // A value that no event refers to is not there.
    if (operation.path.includes('{valueId}')) continue;
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => names[name]!);
    const query = new URLSearchParams({
      ...(path.startsWith('/v1/fs/') ? { session_id: sessionId, path: '.' } : {}),
      ...(path.endsWith('/search') ? { q: 'e' } : {}),
    });
    const fault = checker(schema)(await daemon.call('GET', `${path}?${query}`));
    if (fault) stray.push(`${path}: ${fault}`);
  }
  return stray;
}

it.each([
  ['tool', 'turn.ended'],
  ['demo', 'permission.requested'],
  ['question', 'question.requested'],
  ['unparsed', 'agent.unparsed'],
  ['crash', 'session.ended'],
])('after the message "%s" a daemon answers as its OpenAPI document says', async (message, until) => {
  const daemon = await testDaemon();
  await daemon.create('s', { directory: await tempFolder() });
  const client = await daemon.connect();
  await client.call('session/subscribe', { sessionId: 's' });
  await daemon.say('s', message);
  await client.event('s', until);
  expect(await strayAnswers(daemon, 's')).toEqual([]);
  await daemon.call('POST', '/v1/sessions/s/terminate');
  expect(await strayAnswers(daemon, 's')).toEqual([]);
});

it('refuses as the OpenAPI document says', async () => {
  const daemon = await testDaemon();
  const document = await daemon.call<OpenApi>('GET', '/v1/openapi.json');
  const response = await daemon.fetch('GET', '/v1/sessions/nobody');
  const documented = document.paths['/v1/sessions/{sessionId}']!.get!.responses[response.status];
  const [type, { schema }] = Object.entries(documented!.content!)[0]!;
  expect(response.headers.get('content-type')).toContain(type);
  const check = validator(document.components.schemas, 'draft-2020-12')(schema);
  expect(check(await response.json())).toBeNull();
});

it('sends exactly the WebSocket messages of the AsyncAPI document', async () => {
  const daemon = await testDaemon();
  const { components } = await daemon.call<AsyncApi>('GET', '/v1/asyncapi.json');
  const checker = validator(components.schemas, 'draft-7');
  const client = await daemon.connect();
  const frames: { id?: number; method?: string; error?: unknown }[] = [];
  client.socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  const called: string[] = [];
  const call = (method: string, params?: object) => {
    called.push(method);
    return client.call(method, params);
  };

  const s = { sessionId: 's' };
  await call('session/watch');
  await call('session/create', { ...s, agent: 'mock' });
  await call('session/list');
  await call('session/get', s);
  await call('session/subscribe', { ...s, includeState: true, includeRaw: true });
  await call('session/send', { ...s, message: 'permission' });
  const { permission_id } = (await client.event('s', 'permission.requested')).data as {
    permission_id: string;
  };
  await call('session/send', { ...s, message: 'later', messageId: 'm' });
  await call('queue/list', s);
  await call('queue/update', { ...s, messageId: 'm', revision: 1, message: 'even later' });
  await call('queue/remove', { ...s, messageId: 'm' });
  await call('permission/reply', { ...s, permissionId: permission_id, reply: 'once' });
  await call('session/configure', { ...s, model: 'mock-mini' });
  await call('session/interrupt', s);
  await call('question/reply', { ...s, questionId: 'none', answers: [] }).catch(() => {});
  await call('question/reject', { ...s, questionId: 'none' }).catch(() => {});
  const { id: tokenId } = (await call('token/create', { name: 'bot', scopes: ['read'] })) as {
    id: string;
  };
  await call('token/list');
  await call('token/self');
  await call('token/revoke', { tokenId });
  await call('pairing/create', { scopes: ['read'] });
  await call('audit/list', { limit: 5 });
  await call('session/get', { sessionId: 1 }).catch(() => {});
  await call('session/terminate', s);
  await client.until(({ method }) => method === 'session/closed');
  await call('session/unsubscribe', s);
  await call('session/unwatch');
  await call('daemon/health');
  expect(new Set(called)).toEqual(new Set(methods.keys()));

  const messageOf = ({ id, method, error }: (typeof frames)[number]) =>
    error ? 'error' : (method ?? `${called[id! - 1]}.result`).replaceAll('/', '.');
  const stray = frames.flatMap((frame) => {
    const fault = checker(components.messages[messageOf(frame)]!.payload)(frame);
    return fault ? [`${messageOf(frame)}: ${fault}`] : [];
  });
  expect(stray).toEqual([]);
  const received = new Set(frames.flatMap(({ method }) => method ?? []));
  expect(received).toEqual(new Set(Object.keys(notifications)));
});
