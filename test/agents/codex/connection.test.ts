import { afterEach, describe, expect, test, vi } from 'vitest';
import { EDIT_PROFILE, profileConfig } from '../../../src/agents/codex/edit-profile.js';
import {
  begun,
  type FakeProcess,
  FakeServer,
  prompt,
  session,
  thread,
  turn,
  turnEvent,
  withPlanMode,
  withProfiles,
} from './fake-process.js';

afterEach(() => void vi.useRealTimers());

describe('a thread', () => {
  test.each([
    ['default', { approvalPolicy: 'untrusted', sandbox: 'workspace-write' }],
    ['acceptEdits', { approvalPolicy: 'on-request', permissions: EDIT_PROFILE }],
    ['plan', { approvalPolicy: 'on-request', sandbox: 'read-only' }],
    ['bypass', { approvalPolicy: 'never', sandbox: 'danger-full-access' }],
  ] as const)('is started with the policy of %s', async (permissionMode, policy) => {
    const fake = new FakeServer();
    const { connection } = session(fake.server, { permissionMode, model: 'gpt-5.5' });
    const ready = connection.start();
    const process = await fake.handshake();
    if (permissionMode === 'plan') await process.answer('collaborationMode/list', withPlanMode);
    if (permissionMode === 'acceptEdits') await process.answer('permissionProfile/list', withProfiles);
    const { params } = await process.answer('thread/start', thread('t1'));
    const config = { ...profileConfig, projects: { '/workspace/demo': { trust_level: 'trusted' } } };
    expect(params).toEqual({ cwd: '/workspace/demo', model: 'gpt-5.5', config, ...policy });
    expect(await ready).toEqual({
      nativeSessionId: 't1',
      metadata: {
        version: '0.166.0',
        model: 'gpt-5.5',
        provider: 'fake',
        cwd: '/workspace/demo',
        approval_policy: 'on-request',
        sandbox: 'workspaceWrite',
      },
    });
  });

  test.each([
    ['it does not know them', (process: FakeProcess) => process.refuse('permissionProfile/list', 'unknown')],
    ['it has others', (process: FakeProcess) => process.answer('permissionProfile/list', { data: [] })],
  ])('asks for every edit where the program has no profiles: %s', async (_, answer) => {
    const fake = new FakeServer();
    const { connection } = session(fake.server, { permissionMode: 'acceptEdits' });
    const ready = connection.start();
    const process = await fake.handshake();
    await answer(process);
    const { params } = await process.answer('thread/start', thread('t1'));
    expect(params).toMatchObject({ approvalPolicy: 'untrusted', sandbox: 'workspace-write' });
    await ready;
  });

  test('gets the profile for edits with the turn after it was chosen', async () => {
    const { connection, process } = await begun();
    const settings = {
      model: null,
      variant: null,
      agentMode: 'build',
      permissionMode: 'acceptEdits',
    } as const;
    const configured = connection.configure(settings);
    await process.answer('permissionProfile/list', withProfiles);
    await configured;
    const sent = connection.prompt(prompt('next'));
    const { params } = await process.answer('turn/start', { turn: turn('n1') });
    await sent;
    expect(params).toMatchObject({ approvalPolicy: 'on-request', permissions: EDIT_PROFILE });
    expect(params).not.toHaveProperty('sandboxPolicy');
  });

  test('is described by the program that runs, whichever began it', async () => {
    const fake = new FakeServer();
    const { connection, notices } = session(fake.server, { resume: 't1' });
    const ready = connection.start();
    const process = await fake.handshake(1, '0.170.0');
    await process.answer('thread/resume', thread('t1'));
    expect((await ready).metadata).toMatchObject({ version: '0.170.0' });
    expect(notices).toEqual([{ type: 'server', version: '0.170.0' }]);
  });

  test('begins with the answer that opens it, even if other lines came first', async () => {
    const fake = new FakeServer();
    const { connection, lines } = session(fake.server, { resume: 't1' });
    const ready = connection.start();
    const process = await fake.handshake();
    const call = await process.nextCall('thread/resume');
    expect(call.params).toMatchObject({ threadId: 't1', excludeTurns: true });
    const early = { method: 'mcpServer/startupStatus/updated', params: { threadId: 't1', name: 'demo' } };
    const answer = { id: call.id!, result: thread('t1') };
    const late = { method: 'thread/goal/cleared', params: { threadId: 't1' } };
    process.say(early, answer, late);
    await ready;
    expect(lines).toEqual([answer, early, late].map((line) => JSON.stringify(line)));
  });

  test('is unarchived if an earlier stop left it archived', async () => {
    const fake = new FakeServer();
    const ready = session(fake.server, { resume: 't1' }).connection.start();
    const process = await fake.handshake();
    await process.refuse('thread/resume', 'no rollout found for thread id t1');
    expect((await process.answer('thread/unarchive', thread('t1'))).params).toEqual({ threadId: 't1' });
    await process.answer('thread/resume', thread('t1'));
    expect((await ready).nativeSessionId).toBe('t1');
  });

  test('is forked from another on request', async () => {
    const fake = new FakeServer();
    const ready = session(fake.server, { resume: 't1', fork: true }).connection.start();
    const process = await fake.handshake();
    const { params } = await process.answer('thread/fork', thread('t2'));
    expect(params).toMatchObject({ threadId: 't1', excludeTurns: true, cwd: '/workspace/demo' });
    expect((await ready).nativeSessionId).toBe('t2');
  });

  test('gets the MCP servers of its session', async () => {
    const fake = new FakeServer();
    const headers = { Key: 'secret' };
    const ready = session(fake.server, {
      mcp: {
        files: { type: 'local', command: 'serve', args: ['-v'], env: { A: 'b' }, timeoutMs: 3000 },
        far: { type: 'remote', url: 'https://mcp.example', transport: 'http', headers, timeoutMs: null },
      },
    }).connection.start();
    const process = await fake.handshake();
    const { params } = await process.answer('thread/start', thread('t1'));
    expect(params.config.mcp_servers).toEqual({
      files: { command: 'serve', args: ['-v'], env: { A: 'b' }, startup_timeout_sec: 3 },
      far: { url: 'https://mcp.example', http_headers: headers },
    });
    await ready;
  });

  test('is refused with an MCP server that Codex does not support', async () => {
    const far = {
      type: 'remote',
      url: 'https://mcp.example',
      transport: 'sse',
      headers: {},
      timeoutMs: null,
    } as const;
    const { connection, exits } = session(new FakeServer().server, { mcp: { far } });
    await expect(connection.start()).rejects.toThrow('mcp: far uses SSE');
    expect(exits).toHaveLength(1);
  });

  test('gets changed settings with the next turn, once', async () => {
    const { connection, process, notices } = await begun();
    const settings = {
      model: 'gpt-6',
      variant: 'low',
      agentMode: 'plan',
      permissionMode: 'default',
    } as const;
    const configured = connection.configure(settings);
    await process.answer('collaborationMode/list', withPlanMode);
    expect(await configured).toBe('taken');
    const turns = [];
    for (const id of ['n1', 'n2']) {
      const sent = connection.prompt(prompt('next'));
      turns.push((await process.answer('turn/start', { turn: turn(id) })).params);
      await sent;
      process.say(turnEvent('turn/started', id), turnEvent('turn/completed', id));
    }
    expect(turns[0]).toMatchObject({
      model: 'gpt-6',
      effort: 'low',
      approvalPolicy: 'untrusted',
      sandboxPolicy: { type: 'workspaceWrite' },
      collaborationMode: { mode: 'plan', settings: { model: 'gpt-6', reasoning_effort: 'low' } },
    });
    expect(turns[1]).toMatchObject({ effort: 'low' });
    expect(notices.filter(({ type }) => type === 'modelChosen')).toEqual([
      { type: 'modelChosen', model: 'gpt-6' },
    ]);
    for (const key of ['model', 'approvalPolicy', 'sandboxPolicy', 'collaborationMode'])
      expect(turns[1]).not.toHaveProperty(key);
  });

  test('fails with the first error of Codex if it does not exist', async () => {
    const fake = new FakeServer();
    const { connection, exits } = session(fake.server, { resume: 't1' });
    const ready = connection.start();
    const process = await fake.handshake();
    await process.refuse('thread/resume', 'no rollout found for thread id t1');
    await process.refuse('thread/unarchive', 'no archived rollout found');
    await expect(ready).rejects.toThrow('no rollout found for thread id t1');
    expect(exits).toMatchObject([{ failure: 'no rollout found for thread id t1' }]);
    await connection.stop();
    expect(exits).toHaveLength(1);
  });
});

describe('a prompt', () => {
  test('carries its attachments, the effort and our message id', async () => {
    const { connection, process } = await begun('t1', { variant: 'high' });
    const sent = connection.prompt(
      prompt('look', [
        { path: '/workspace/demo/dot.png', mime: 'image/png' },
        { path: '/workspace/demo/notes.md', filename: 'notes' },
      ]),
    );
    const { params } = await process.answer('turn/start', { turn: turn('n1') });
    await sent;
    expect(params).toEqual({
      threadId: 't1',
      clientUserMessageId: 'message of look',
      input: [
        { type: 'text', text: 'look', text_elements: [] },
        { type: 'localImage', path: '/workspace/demo/dot.png' },
        { type: 'mention', name: 'notes', path: '/workspace/demo/notes.md' },
      ],
      additionalContext: {
        attachments: {
          kind: 'untrusted',
          value: 'Files that the user attached:\n/workspace/demo/notes.md',
        },
      },
      effort: 'high',
    });
  });

  test('waits for the end of a running turn instead of steering it', async () => {
    const { connection, process } = await begun();
    process.say(turnEvent('turn/started', 'n0'));
    let isSent = false;
    const sent = connection.prompt(prompt('next')).then(() => {
      isSent = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isSent || process.written.some(({ method }) => method === 'turn/start')).toBe(false);
    process.say(turnEvent('turn/completed', 'n0'));
    await process.answer('turn/start', { turn: turn('n1') });
    await sent;
  });

  test('that Codex refuses is a notice, and no payload', async () => {
    const { connection, process, lines, notices } = await begun();
    notices.length = 0;
    const before = [...lines];
    const sent = connection.prompt(prompt('hello'));
    await process.refuse('turn/start', 'model is gone');
    await sent;
    expect(notices).toEqual([{ type: 'turnRefused', code: -32600, message: 'model is gone' }]);
    expect(lines).toEqual(before);
  });

  test('without an answer is a notice without a code', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { connection, process, notices } = await begun();
    notices.length = 0;
    const sent = connection.prompt(prompt('hello'));
    await process.nextCall('turn/start');
    vi.advanceTimersByTime(60_000);
    await sent;
    expect(notices).toEqual([
      { type: 'turnRefused', code: 0, message: 'turn/start was not answered within 60000 ms' },
    ]);
  });

  test('resumes a thread that Codex has unloaded', async () => {
    const { connection, process, notices } = await begun();
    notices.length = 0;
    const sent = connection.prompt(prompt('hello'));
    await process.refuse('turn/start', 'thread not found: t1');
    await process.answer('thread/resume', thread('t1'));
    await process.answer('turn/start', { turn: turn('n1') });
    await sent;
    expect(notices.filter(({ type }) => type === 'turnRefused')).toEqual([]);
  });

  test('that asks for a compaction is a call of its own', async () => {
    const { connection, process, notices } = await begun();
    const sent = connection.prompt(prompt(' /compact\n'));
    await process.answer('thread/compact/start', {});
    await sent;
    expect(notices.at(-1)).toEqual({ type: 'compactionAsked' });
  });
});

describe('a stop', () => {
  test('unloads the thread and those of its sub-agents', async () => {
    const { connection, process, exits, lines } = await begun();
    const item = {
      type: 'subAgentActivity',
      id: 'x',
      kind: 'started',
      agentThreadId: 'child',
      agentPath: '/a',
    };
    process.say({ method: 'item/started', params: { threadId: 't1', turnId: 'n1', item } });
    const before = lines.length;
    const stopped = connection.stop();
    const threads = [];
    for (const method of ['thread/archive', 'thread/archive', 'thread/unarchive', 'thread/unarchive'])
      threads.push((await process.answer(method, {})).params.threadId);
    process.say({ method: 'thread/archived', params: { threadId: 't1' } });
    await stopped;
    expect(threads.sort()).toEqual(['child', 'child', 't1', 't1']);
    expect(exits).toEqual([{ code: 0, signal: null, stderr: expect.anything() }]);
    expect(lines, 'nothing is handed on any more').toHaveLength(before);
    await connection.stop();
    expect(exits).toHaveLength(1);
  });

  test('falls back to unsubscribing if Codex refuses to archive', async () => {
    const { connection, process, exits } = await begun();
    const stopped = connection.stop();
    await process.refuse('thread/archive', 'no rollout');
    await process.answer('thread/unsubscribe', { status: 'unsubscribed' });
    await stopped;
    expect(exits).toHaveLength(1);
  });

  test('does not start a server', async () => {
    const { connection, process, fake, exits } = await begun();
    const stopped = connection.stop();
    await process.nextCall('thread/archive');
    process.exit(1);
    await stopped;
    expect(fake.processes).toHaveLength(1);
    expect(exits).toHaveLength(1);
  });

  test('before the thread exists unloads it as soon as it does', async () => {
    const fake = new FakeServer();
    const { connection, lines, exits } = session(fake.server);
    const ready = connection.start();
    const process = await fake.handshake();
    const call = await process.nextCall('thread/start');
    await connection.stop();
    process.say({ id: call.id!, result: thread('t1') });
    await ready;
    await process.answer('thread/archive', {});
    await process.answer('thread/unarchive', {});
    expect(exits).toHaveLength(1);
    expect(lines).toEqual([]);
  });
});

describe('a payload', () => {
  test('comes with its parsed form, so that the translator need not parse it again', async () => {
    const { process, lines, parsed } = await begun();
    const native = turnEvent('turn/started', 'n1');
    process.say(native);
    expect(lines).toHaveLength(2);
    expect(parsed).toMatchObject([
      { ok: true, name: 'response', message: { result: thread('t1') } },
      { ok: true, name: 'turn/started', message: { params: native.params } },
    ]);
  });

  test('is left unparsed if it is a delta', async () => {
    const { process, parsed } = await begun();
    const params = { threadId: 't1', turnId: 'n1', itemId: 'm1', delta: 'x' };
    process.say({ method: 'item/agentMessage/delta', params });
    expect(parsed.slice(1)).toEqual([undefined]);
  });
});
