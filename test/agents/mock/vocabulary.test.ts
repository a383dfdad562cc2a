import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { EventOf, SessionInfo } from '../../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../../support/daemon.js';
import { Conversation, type Turn } from '../../support/real/conversation.js';
import { tempFolder } from '../../support/temp-folder.js';

interface Session {
  session: Conversation;
  directory: string;
  info(): Promise<SessionInfo>;
}

/** A session in a daemon; at its end, all of its events are checked. */
async function begin(request: object = {}): Promise<Session> {
  const daemon: TestDaemon = await testDaemon();
  const directory = await tempFolder();
  const venue = { connect: () => daemon.connect(), stage: { workspace: async () => directory } };
  const session = await Conversation.begin(venue, { agent: 'mock', ...request });
  onTestFinished(() => session.end());
  return { session, directory, info: () => daemon.call('GET', `/v1/sessions/${session.id}`) };
}

/** The notices of a turn, as label, detail and fields. */
const notices = (turn: Turn) =>
  turn.items('status').map(({ content: [status, json] }) => {
    if (status?.type !== 'status') throw new Error('a status item without a status');
    return [status.label, status.detail, json?.type === 'json' ? json.json : undefined];
  });

const endOf = (turn: Turn): EventOf<'turn.ended'>['data']['metadata'] =>
  turn.of('turn.ended')[0]!.data.metadata;

test('the session starts with version, model, mode and folder', async () => {
  const { session, directory } = await begin({ model: 'mock-1', variant: 'high', permissionMode: 'plan' });
  expect(session.events()[0]).toMatchObject({
    type: 'session.started',
    data: {
      metadata: {
        agent: 'mock',
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        model: 'mock-1',
        variant: 'high',
        mode: 'build',
        permission_mode: 'plan',
        cwd: directory,
      },
    },
  });
});

test('todo: a plan of three entries, updated twice, beside its tool calls', async () => {
  const { session } = await begin();
  const turn = await session.turn('todo');
  const plan = (done: number, ...statuses: string[]) => {
    const [read, change, run] = statuses;
    return [
      'plan',
      `${done} of 3 done`,
      {
        entries: [
          { content: 'Read the code', status: read, priority: 'high' },
          { content: 'Change one line', status: change },
          { content: 'Run the tests', status: run, priority: 'low' },
        ],
      },
    ];
  };
  expect(notices(turn)).toEqual([
    plan(0, 'in_progress', 'pending', 'pending'),
    plan(1, 'completed', 'in_progress', 'pending'),
    plan(2, 'completed', 'completed', 'in_progress'),
  ]);
  expect(turn.calls).toEqual(['mock.todo', 'mock.todo', 'mock.todo']);
});

test('model NAME: a notice, the model of the turn, and the model in use', async () => {
  const { session, info } = await begin();
  expect(await info()).toMatchObject({ model: 'mock-1' });
  expect(endOf(await session.turn('echo before')).model).toBe('mock-1');
  const turn = await session.turn('model other-2');
  expect(notices(turn)).toEqual([['model', 'other-2', { model: 'other-2' }]]);
  expect(endOf(turn).model).toBe('other-2');
  expect(await info()).toMatchObject({ model: 'other-2' });
  // Another setting restarts the program, whose model is again the configured one.
  await session.configure({ permissionMode: 'plan' });
  expect(await info()).toMatchObject({ model: 'other-2' });
  expect(endOf(await session.turn('echo after')).model).toBe('mock-1');
  expect(await info()).toMatchObject({ model: 'mock-1' });
});

test('context USED WINDOW: the end of the turn tells it, and the session keeps it', async () => {
  const { session, info } = await begin();
  const context = { used_tokens: 1200, window_tokens: 8000 };
  expect(await info()).toMatchObject({ context: null });
  expect(endOf(await session.turn('context 1200 8000')).context).toEqual(context);
  expect(endOf(await session.turn('echo more'))).not.toHaveProperty('context');
  expect(await info()).toMatchObject({ context });
});

test('compact: one item that starts and completes', async () => {
  const { session } = await begin();
  const turn = await session.turn('compact');
  const fields = { trigger: 'manual', before_tokens: 12_000, after_tokens: 3000 };
  expect(notices(turn)).toEqual([['compaction', 'Compacted from 12000 to 3000 tokens', fields]]);
  const started = turn.of('item.started').filter(({ data }) => data.item.kind === 'status');
  expect(started).toMatchObject([
    { source: 'agent', data: { item: { content: [{ label: 'compaction', detail: 'Compacting' }, {}] } } },
  ]);
});

test('ratelimit: tells when the limit resets', async () => {
  const { session } = await begin();
  const [notice] = notices(await session.turn('ratelimit'));
  const { resets_at } = notice![2] as { resets_at: string };
  expect(Date.parse(resets_at)).toBeGreaterThan(Date.now());
  expect(notice).toEqual([
    'rate_limit',
    `95% of the limit is used; it resets at ${resets_at}`,
    { used_percent: 95, resets_at },
  ]);
});

test('mcp-fail: names the server and the error', async () => {
  const { session } = await begin();
  const error = 'the process exited with code 1';
  expect(notices(await session.turn('mcp-fail'))).toEqual([
    ['mcp', `demo: ${error}`, { server: 'demo', error }],
  ]);
});

test('retry: an error that is retried, no notice, and the answer', async () => {
  const { session } = await begin();
  const turn = await session.turn('retry');
  expect(turn.errors).toEqual([
    {
      message: 'The model is overloaded; trying again',
      code: 'mock_overloaded',
      details: { retryable: true, category: 'overloaded', status: 529 },
    },
  ]);
  expect([notices(turn), turn.texts]).toEqual([[], ['It worked the second time.']]);
  expect(turn.outcome).toBe('completed');
});

test('error: a final one, of the agent itself', async () => {
  const { session } = await begin();
  const turn = await session.turn('error');
  expect(turn.errors).toMatchObject([
    { code: 'mock_error', details: { retryable: false, category: 'agent' } },
  ]);
  expect(turn.outcome).toBe('error');
});

test('permission: in the words of the vocabulary, with a diff against the file on disk', async () => {
  const { session, directory } = await begin();
  await writeFile(join(directory, 'mock.txt'), 'precious\n');
  await session.send('permission');
  expect((await session.permit('once')).metadata).toEqual({
    tool: 'shell',
    kind: 'execute',
    title: 'echo mock',
    input: { command: 'echo mock' },
    command: 'echo mock',
    replies: ['once', 'always', 'reject'],
    scope: 'all commands in this conversation',
    reason: 'Commands need your approval in this mode',
    call_id: expect.any(String),
    thread_id: null,
    native: { choices: ['allow', 'allow_always', 'deny'] },
  });
  expect((await session.permit('once')).metadata).toMatchObject({
    tool: 'mock.edit',
    kind: 'edit',
    title: 'mock.txt',
    paths: ['mock.txt'],
    diff: '--- a/mock.txt\n+++ b/mock.txt\n@@ -1 +1 @@\n-precious\n+mock\n',
    scope: 'all edits in this conversation',
  });
  const turn = await session.turnEnd();
  expect(turn.diffs).toMatchObject([
    { path: 'mock.txt', diff: expect.stringContaining('-precious\n+mock\n') },
  ]);
});

test('usage: tokens of the vocabulary, which add up over the session', async () => {
  const { session, info } = await begin();
  await session.turn('echo before');
  const { usage } = endOf(await session.turn('Answer briefly and include your reasoning.'));
  expect(usage).toEqual({
    input_tokens: expect.any(Number),
    cached_tokens: 0,
    cache_write_tokens: expect.any(Number),
    output_tokens: expect.any(Number),
    reasoning_tokens: expect.any(Number),
    total_tokens: usage!.input_tokens! + usage!.output_tokens!,
  });
  expect(usage!.reasoning_tokens).toBeGreaterThan(0);
  const before = (await info()).usage.total_tokens!;
  const { usage: later } = endOf(await session.turn('echo after'));
  expect(later!.cached_tokens).toBeGreaterThan(0);
  expect((await info()).usage.total_tokens).toBe(before + later!.total_tokens!);
});
