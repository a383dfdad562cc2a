import { describe, expect, test } from 'vitest';
import { begun, FakeServer, prompt, session, thread, turn } from './fake-process.js';

const turnEvent = (method: 'turn/started' | 'turn/completed', id: string, threadId = 't1') => ({
  method,
  params: { threadId, turn: turn(id, method === 'turn/completed' ? 'completed' : 'inProgress') },
});

describe('a thread', () => {
  test.each([
    ['default', { approvalPolicy: 'untrusted', sandbox: 'workspace-write' }],
    ['acceptEdits', { approvalPolicy: 'on-request', sandbox: 'workspace-write' }],
    ['plan', { approvalPolicy: 'on-request', sandbox: 'read-only' }],
    ['bypass', { approvalPolicy: 'never', sandbox: 'danger-full-access' }],
  ] as const)('is started with what %s means', async (permissionMode, policy) => {
    const fake = new FakeServer();
    const { connection } = session(fake.server, { permissionMode, model: 'gpt-5.5' });
    const ready = connection.start();
    const process = await fake.handshake();
    const { params } = await process.answer('thread/start', thread('t1'));
    expect(params).toEqual({ cwd: '/workspace/demo', model: 'gpt-5.5', ...policy });
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

  test('begins with the answer, whatever came before it', async () => {
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

  test('that was left in the archive is brought back', async () => {
    const fake = new FakeServer();
    const ready = session(fake.server, { resume: 't1' }).connection.start();
    const process = await fake.handshake();
    await process.refuse('thread/resume', 'no rollout found for thread id t1');
    expect((await process.answer('thread/unarchive', thread('t1'))).params).toEqual({ threadId: 't1' });
    await process.answer('thread/resume', thread('t1'));
    expect((await ready).nativeSessionId).toBe('t1');
  });

  test('is a copy of another where it is to be one', async () => {
    const fake = new FakeServer();
    const ready = session(fake.server, { resume: 't1', fork: true }).connection.start();
    const process = await fake.handshake();
    const { params } = await process.answer('thread/fork', thread('t2'));
    expect(params).toMatchObject({ threadId: 't1', excludeTurns: true, cwd: '/workspace/demo' });
    expect((await ready).nativeSessionId).toBe('t2');
  });

  test('has MCP servers of its own', async () => {
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

  test('does not begin with an MCP server that Codex cannot speak to', async () => {
    const far = {
      type: 'remote',
      url: 'https://mcp.example',
      transport: 'sse',
      headers: {},
      timeoutMs: null,
    } as const;
    const { connection, exits } = session(new FakeServer().server, { mcp: { far } });
    await expect(connection.start()).rejects.toThrow('mcp: far is one of SSE');
    expect(exits).toHaveLength(1);
  });

  test('tells new settings with the next turn, once', async () => {
    const { connection, process } = await begun();
    const settings = {
      model: 'gpt-6',
      variant: 'low',
      agentMode: 'plan',
      permissionMode: 'default',
    } as const;
    expect(await connection.configure(settings)).toBe('taken');
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
    for (const key of ['model', 'approvalPolicy', 'sandboxPolicy', 'collaborationMode'])
      expect(turns[1]).not.toHaveProperty(key);
  });

  test('that is not there at all fails with what Codex said first', async () => {
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

describe('a message', () => {
  test('carries its attachments, the effort and our id for it', async () => {
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

  test('waits for the end of a turn, which it would only steer', async () => {
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

  test('that is refused is told, as no end of a turn will come', async () => {
    const { connection, process, lines } = await begun();
    const sent = connection.prompt(prompt('hello'));
    await process.refuse('turn/start', 'model is gone');
    await sent;
    expect(JSON.parse(lines.at(-1)!)).toEqual({
      id: 'message of hello',
      error: { code: -32600, message: 'model is gone' },
    });
  });

  test('loads a thread again that Codex let go of', async () => {
    const { connection, process, lines } = await begun();
    const sent = connection.prompt(prompt('hello'));
    await process.refuse('turn/start', 'thread not found: t1');
    await process.answer('thread/resume', thread('t1'));
    await process.answer('turn/start', { turn: turn('n1') });
    await sent;
    expect(lines.some((line) => line.includes('"error"'))).toBe(false);
  });

  test('says the mode of a plan once, as it sticks', async () => {
    const { connection, process } = await begun('t1', { permissionMode: 'plan', variant: 'low' });
    for (const [id, expected] of [
      [
        'n1',
        {
          mode: 'plan',
          settings: { model: 'gpt-5.5', reasoning_effort: 'low', developer_instructions: null },
        },
      ],
      ['n2', undefined],
    ] as const) {
      const sent = connection.prompt(prompt(id));
      const { params } = await process.answer('turn/start', { turn: turn(id) });
      await sent;
      expect(params.collaborationMode).toEqual(expected);
      process.say(turnEvent('turn/completed', id));
    }
  });
});

describe('a running turn', () => {
  async function running(options = {}) {
    const given = await begun('t1', {}, options);
    const sent = given.connection.prompt(prompt('go'));
    await given.process.answer('turn/start', { turn: turn('n1') });
    await sent;
    return given;
  }

  test('is steered by its id', async () => {
    const { connection, process } = await running();
    const steered = connection.steer(prompt('left'));
    const { params } = await process.answer('turn/steer', { turnId: 'n1' });
    await steered;
    expect(params).toMatchObject({ threadId: 't1', expectedTurnId: 'n1', input: [{ text: 'left' }] });
  });

  test('that ends before it is steered leaves the message to the next', async () => {
    const { connection, process } = await running();
    const steered = connection.steer(prompt('left'));
    await process.refuse('turn/steer', 'no active turn to steer');
    process.say(turnEvent('turn/completed', 'n1'));
    expect((await process.answer('turn/start', { turn: turn('n2') })).params.input[0].text).toBe('left');
    await steered;
    // Where none runs, that is all there is.
    process.say(turnEvent('turn/completed', 'n2'));
    const again = connection.steer(prompt('right'));
    await process.answer('turn/start', { turn: turn('n3') });
    await again;
  });

  test('is interrupted once, and an answer is not waited for', async () => {
    const { connection, process } = await running({ interruptMs: 5 });
    const interrupted = connection.interrupt();
    expect((await process.nextCall('turn/interrupt')).params).toEqual({ threadId: 't1', turnId: 'n1' });
    await connection.interrupt();
    await interrupted;
    expect(process.written).toEqual([]);
  });

  test('is interrupted also before its start was answered', async () => {
    const { connection, process } = await begun();
    const sent = connection.prompt(prompt('go'));
    const call = await process.nextCall('turn/start');
    const interrupted = connection.interrupt();
    process.say({ id: call.id!, result: { turn: turn('n1') } });
    await process.answer('turn/interrupt', {});
    await Promise.all([sent, interrupted]);
  });

  test('where none runs, there is nothing to interrupt', async () => {
    const { connection, process } = await running();
    process.say(turnEvent('turn/completed', 'n1'));
    await connection.interrupt();
    expect(process.written).toEqual([]);
  });

  test('of a sub-agent is not the session’s', async () => {
    const { connection, process } = await running();
    process.say(turnEvent('turn/started', 'c1', 'child'), turnEvent('turn/completed', 'c1', 'child'));
    const interrupted = connection.interrupt();
    expect((await process.answer('turn/interrupt', {})).params.turnId).toBe('n1');
    await interrupted;
  });
});

describe('a stop', () => {
  test('unloads the thread and those of its sub-agents, so that all of their processes end', async () => {
    const { connection, process, exits, lines } = await begun();
    const item = {
      type: 'subAgentActivity',
      id: 'x',
      kind: 'started',
      agentThreadId: 'child',
      agentPath: '/a',
    };
    process.say({ method: 'item/started', params: { threadId: 't1', turnId: 'n1', item } });
    const told = lines.length;
    const stopped = connection.stop();
    const threads = [];
    for (const method of ['thread/archive', 'thread/archive', 'thread/unarchive', 'thread/unarchive'])
      threads.push((await process.answer(method, {})).params.threadId);
    process.say({ method: 'thread/archived', params: { threadId: 't1' } });
    await stopped;
    expect(threads.sort()).toEqual(['child', 'child', 't1', 't1']);
    expect(exits).toEqual([{ code: 0, signal: null, stderr: expect.anything() }]);
    expect(lines, 'nothing is heard of it any more').toHaveLength(told);
    await connection.stop();
    expect(exits).toHaveLength(1);
  });

  test('that Codex will not have at least ends our interest', async () => {
    const { connection, process, exits } = await begun();
    const stopped = connection.stop();
    await process.refuse('thread/archive', 'no rollout');
    await process.answer('thread/unsubscribe', { status: 'unsubscribed' });
    await stopped;
    expect(exits).toHaveLength(1);
  });

  test('does not start a server for it', async () => {
    const { connection, process, fake, exits } = await begun();
    const stopped = connection.stop();
    await process.nextCall('thread/archive');
    process.exit(1);
    await stopped;
    expect(fake.processes).toHaveLength(1);
    expect(exits).toHaveLength(1);
  });

  test('before the thread was there puts it away when it is', async () => {
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
