import { describe, expect, test } from 'vitest';
import { listModels } from '../../../src/agents/codex/models.js';
import { FirstAlone } from '../../../src/agents/kit/first-alone.js';
import { DeadlineError } from '../../../src/agents/kit/pending-calls.js';
import { begun, FakeServer, session, thread, turn } from './fake-process.js';
import { readRecording } from './recording.js';

const delta = (threadId: string, text: string) => ({
  method: 'item/agentMessage/delta',
  params: { threadId, turnId: 'n1', itemId: 'm1', delta: text },
});

const approval = (threadId: string, id: number) => ({
  method: 'item/commandExecution/requestApproval',
  id,
  params: { threadId, turnId: 'n1', itemId: 'c1', command: 'ls' },
});

const spawnOf = (threadId: string, children: string[]) => ({
  method: 'item/completed',
  params: {
    threadId,
    turnId: 'n1',
    item: {
      type: 'collabAgentToolCall',
      id: 'c1',
      tool: 'spawnAgent',
      status: 'completed',
      receiverThreadIds: children,
    },
  },
});

/** Two sessions on one server. */
async function two() {
  const fake = new FakeServer({ unclaimedMs: 20 });
  const a = session(fake.server);
  const b = session(fake.server);
  const starts = [a.connection.start(), b.connection.start()];
  const process = await fake.handshake();
  await process.answer('thread/start', thread('a'));
  await process.answer('thread/start', thread('b'));
  await Promise.all(starts);
  a.lines.length = 0;
  b.lines.length = 0;
  return { fake, process, a, b };
}

test('the handshake comes first and opts out of unused notifications', async () => {
  const fake = new FakeServer({ clientVersion: '1.2.3' });
  const models = fake.server.request('model/list', {});
  const process = await fake.spawned();
  const { params } = await process.answer('initialize', {});
  expect(params).toMatchObject({
    clientInfo: { name: 'greenroom', version: '1.2.3' },
    capabilities: { experimentalApi: true, requestAttestation: false },
  });
  expect(params.capabilities.optOutNotificationMethods).toContain('remoteControl/status/changed');
  expect((await process.nextCall('initialized')).id).toBeUndefined();
  await process.answer('model/list', { data: [] });
  expect(await models).toEqual({ data: [] });
  expect(fake.server.status).toMatchObject({ status: 'running', restartCount: 0, lastError: null });
});

test('the first server of a home initialises it alone', async () => {
  const startGate = new FirstAlone();
  const servers = [1, 2, 3].map(() => new FakeServer({ startGate }));
  const [first, second, third] = servers;
  const answers = servers.map(({ server }) => server.request('model/list', {}));
  const initialising = await first!.spawned();
  expect(servers.map(({ processes }) => processes.length)).toEqual([1, 0, 0]);
  initialising.exit(1, 'database is locked');
  await expect(answers[0]).rejects.toThrow('database is locked');

  const next = await second!.spawned();
  expect(third!.processes).toEqual([]);
  await next.answer('initialize', {});
  await next.answer('model/list', {});
  await (await third!.handshake()).answer('model/list', {});
  await Promise.all(answers.slice(1));
});

test('sessions share a process, and each gets the lines of its own thread', async () => {
  const { fake, process, a, b } = await two();
  expect(fake.processes).toHaveLength(1);
  process.say(delta('a', 'one'), delta('b', 'two'), delta('a', 'three'));
  process.say({ method: 'thread/status/changed', params: { threadId: 'b', status: { type: 'idle' } } });
  expect(a.lines).toEqual([delta('a', 'one'), delta('a', 'three')].map((line) => JSON.stringify(line)));
  expect(b.lines).toHaveLength(2);

  process.say(approval('b', 0));
  expect(a.lines).toHaveLength(2);
  await b.connection.replyPermission('n1/request:0', 'once');
  expect(await process.next(({ id }) => id === 0)).toEqual({ id: 0, result: { decision: 'accept' } });
});

test('lines of no thread go to no session', async () => {
  const { process, a, b } = await two();
  process.say({ method: 'configWarning', params: { summary: 'x' } }, 'not JSON at all', '[]', 'null');
  expect([a.lines, b.lines]).toEqual([[], []]);
});

test('limits of the account go to the sessions that are in a turn', async () => {
  const { process, a, b } = await two();
  process.say({ method: 'turn/started', params: { threadId: 'a', turn: turn('n1') } });
  const limits = { method: 'account/rateLimits/updated', params: { rateLimits: {} } };
  process.say(limits);
  expect(a.lines.at(-1)).toBe(JSON.stringify(limits));
  expect(b.lines).toEqual([]);
});

describe('sub-agents', () => {
  test('lines of their threads go to the session that they came from', async () => {
    const { process, a, b } = await two();
    process.say(spawnOf('a', ['child']), delta('child', 'hello'), spawnOf('child', ['grandchild']));
    process.say(delta('grandchild', 'deep'), approval('child', 3));
    expect(a.lines).toHaveLength(5);
    expect(b.lines).toEqual([]);
    await a.connection.replyPermission('n1/request:3', 'reject');
    expect(await process.next(({ id }) => id === 3)).toEqual({ id: 3, result: { decision: 'decline' } });
  });

  test('lines of a thread wait until its session is known', async () => {
    const { process, a } = await two();
    process.say(delta('child', 'early'), approval('child', 4), spawnOf('a', ['child']));
    expect(a.lines.map((line) => JSON.parse(line).method)).toEqual([
      'item/completed',
      'item/agentMessage/delta',
      'item/commandExecution/requestApproval',
    ]);
  });
});

test('early lines of nested sub-agents keep their order', async () => {
  const { process, a } = await two();
  const early = [delta('child', 'one'), spawnOf('child', ['grandchild']), delta('child', 'two')];
  process.say(delta('grandchild', 'deep'), ...early, spawnOf('a', ['child']), delta('child', 'three'));
  expect(a.lines).toEqual(
    [
      spawnOf('a', ['child']),
      ...early.slice(0, 2),
      delta('grandchild', 'deep'),
      delta('child', 'two'),
      delta('child', 'three'),
    ].map((line) => JSON.stringify(line)),
  );
});

describe('every request is answered', () => {
  const isRefusal = (id: number) => (message: { id?: unknown; error?: unknown }) =>
    message.id === id && message.error !== undefined;

  test('an unknown one is refused, and handed on to be seen', async () => {
    const { process, a } = await two();
    process.say({ method: 'item/new/thing', id: 0, params: { threadId: 'a' } });
    const { error } = await process.next(isRefusal(0));
    expect(error).toEqual({ code: -32601, message: 'item/new/thing: unknown to this client' });
    expect(a.lines).toHaveLength(1);
  });

  test('one of an unclaimed thread, or of no thread, is refused', async () => {
    const { process } = await two();
    process.say(approval('nobody', 1), { method: 'attestation/generate', id: 2, params: {} });
    expect((await process.next(isRefusal(2))).error?.message).toContain('of no thread');
    expect((await process.next(isRefusal(1))).error?.message).toContain('no session has this thread');
  });

  test('one of a stopped session is refused', async () => {
    const { process, a } = await two();
    const stopped = a.connection.stop();
    await process.answer('thread/archive', {});
    await process.answer('thread/unarchive', thread('a'));
    await stopped;
    process.say(approval('a', 5));
    expect((await process.next(isRefusal(5))).error?.message).toContain('no session has this thread');
  });

  test('a call of a tool that we never offered fails', async () => {
    const { process } = await two();
    const params = { threadId: 'a', turnId: 'n1', callId: 'c1', tool: 'lookup', arguments: {} };
    process.say({ method: 'item/tool/call', id: 6, params });
    expect((await process.next(({ id }) => id === 6)).result).toMatchObject({ success: false });
  });
});

describe('an exit of the process', () => {
  test('reaches every session once, and the next use starts another process', async () => {
    const { fake, process, a, b } = await two();
    const lost = a.connection.prompt({ turnId: 'u1', messageId: 'm', message: 'hi', attachments: [] });
    await process.nextCall('turn/start');
    process.exit(null, 'thread panicked', 'SIGSEGV');
    await lost;
    expect([...a.exits, ...b.exits].map(({ signal }) => signal)).toEqual(['SIGSEGV', 'SIGSEGV']);
    expect([a.lines, a.notices.map(({ type }) => type)], 'no turn is made up').toEqual([[], ['server']]);
    expect(fake.server.status).toMatchObject({
      status: 'error',
      restartCount: 0,
      lastError: 'codex app-server exited: signal SIGSEGV: thread panicked',
    });

    const again = session(fake.server, { resume: 'a' });
    const ready = again.connection.start();
    const next = await fake.handshake(2);
    await next.answer('thread/resume', thread('a'));
    await ready;
    expect(fake.server.status).toMatchObject({ status: 'running', restartCount: 1 });
    process.say(delta('a', 'too late'));
    next.exit(0);
    await again.connection.stop();
    expect(again.exits).toHaveLength(1);
    expect([a.exits, b.exits].map((exits) => exits.length)).toEqual([1, 1]);
  });

  test('before the handshake fails the start with its reason', async () => {
    const fake = new FakeServer();
    const { connection, exits } = session(fake.server);
    const ready = connection.start();
    const process = await fake.spawned();
    await process.nextCall('initialize');
    process.exit(1, 'unknown variant `chat`');
    await expect(ready).rejects.toThrow('unknown variant `chat`');
    expect(exits).toMatchObject([{ code: 1, stderr: { head: 'unknown variant `chat`' } }]);
  });

  test('that we asked for is no error', async () => {
    const { fake, a } = await two();
    await fake.server.stop();
    await new Promise((resolve) => setImmediate(resolve));
    expect(a.exits).toMatchObject([{ code: 0 }]);
    expect(fake.server.status).toMatchObject({ status: 'stopped', lastError: null, uptimeMs: null });
  });
});

test('a missing program fails the start', async () => {
  const fake = new FakeServer({ program: () => Promise.reject(new Error('codex is not installed')) });
  const { connection, exits } = session(fake.server);
  await expect(connection.start()).rejects.toThrow('codex is not installed');
  expect(exits).toMatchObject([{ code: null, failure: 'codex is not installed' }]);
});

test('a request without an answer in time fails, and the late answer is ignored', async () => {
  const { fake, process } = await begun();
  const asked = fake.server.request('model/list', {}, { ms: 5 });
  await expect(asked).rejects.toThrow(DeadlineError);
  await process.answer('model/list', { data: [] });
  const again = fake.server.request('model/list', {});
  await process.answer('model/list', { data: [1] });
  expect(await again).toEqual({ data: [1] });
});

test('a process that does not answer the handshake is stopped', async () => {
  const fake = new FakeServer({ requestMs: 5 });
  const { connection, exits } = session(fake.server);
  await expect(connection.start()).rejects.toThrow('initialize was not answered within 5 ms');
  await fake.process.exited;
  expect(exits).toHaveLength(1);
});

test('models are listed page by page, with their efforts and without hidden ones', async () => {
  const fake = new FakeServer();
  const listed = listModels(fake.server);
  const process = await fake.handshake();
  const recorded = readRecording('l-listing').find(
    (line) => line.dir === 'out' && line.message?.result?.data?.[0]?.supportedReasoningEfforts !== undefined,
  );
  const { result } = (recorded as { message: { result: { data: object[] } } }).message;
  const [first, ...rest] = result.data;
  const call = await process.answer('model/list', { data: [first], nextCursor: 'more' });
  expect(call.params).toEqual({});
  const more = await process.answer('model/list', {
    data: [...rest, { id: 'secret', hidden: true }],
    nextCursor: null,
  });
  expect(more.params).toEqual({ cursor: 'more' });
  const { models, defaultModel } = await listed;
  expect(defaultModel).toBe('gpt-6.1-sol');
  expect(models).toHaveLength(result.data.length);
  expect(models[0]).toEqual({
    id: 'gpt-6.1-sol',
    name: 'GPT-6.1-Sol',
    variants: ['low', 'medium', 'high', 'xhigh', 'max', 'ultra'],
    defaultVariant: 'low',
  });
});

test('a turn that another client started can be interrupted', async () => {
  const { connection, process } = await begun();
  process.say({ method: 'turn/started', params: { threadId: 't1', turn: turn('n9') } });
  const done = connection.interrupt();
  expect((await process.answer('turn/interrupt', {})).params).toEqual({ threadId: 't1', turnId: 'n9' });
  await done;
});
