import { writeFile } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { ClaudeConnection } from '../../../src/agents/claude/connection.js';
import { editHooks } from '../../../src/agents/claude/edit-guard.js';
import { translator } from '../../../src/agents/claude/translate.js';
import { tempFolder } from '../../support/temp-folder.js';
import { FakeClaude, prompt } from './fake-claude.js';
import { recording } from './recordings.js';

const initialized = (name = '2.1.325/a1-text-partial') =>
  recording(name).lines.find(({ dir, text }) => dir === 'out' && text.includes('"commands"'))!.text;

describe('handshake', () => {
  test('returns metadata and forwards the response as a payload', async () => {
    const claude = new FakeClaude();
    const connection = new ClaudeConnection(claude.context);
    const ready = connection.start();
    expect(claude.written).toEqual([
      {
        type: 'control_request',
        request_id: 'req-1',
        request: {
          subtype: 'initialize',
          hooks: editHooks,
          forwardSubagentText: true,
          perTaskStopAffordance: true,
        },
      },
    ]);
    claude.say(initialized());
    expect(await ready).toEqual({
      nativeSessionId: null,
      metadata: {
        version: '2.1.325',
        model: 'claude-opus-5-5',
        output_style: 'default',
        api_key_source: 'ANTHROPIC_API_KEY',
        models: expect.arrayContaining(['default', 'sonnet', 'haiku']),
        commands: expect.arrayContaining([
          {
            name: 'compact',
            description: expect.any(String),
            hint: '<optional custom summarization instructions>',
          },
          { name: 'context', description: expect.any(String) },
        ]),
        agents: expect.arrayContaining(['general-purpose']),
      },
    });
    expect(claude.payloads).toHaveLength(1);
    expect(
      translator.translate(translator.initial(), { from: 'agent', text: claude.payloads[0]! }).drafts,
    ).toEqual([]);
  });

  test('does without declarations if the CLI refuses them', async () => {
    const claude = new FakeClaude();
    const ready = new ClaudeConnection(claude.context).start();
    const refusal = { subtype: 'error', request_id: 'req-1', error: 'Unrecognized key: forwardSubagentText' };
    claude.say({ type: 'control_response', response: refusal });
    await vi.waitFor(() => expect(claude.written).toHaveLength(2));
    expect(claude.written[1]).toMatchObject({ request_id: 'req-2', request: { subtype: 'initialize' } });
    expect(Object.keys(claude.written[1].request)).toEqual(['subtype', 'hooks']);
    claude.say({
      type: 'control_response',
      response: { subtype: 'success', request_id: 'req-2', response: {} },
    });
    expect(await ready).toMatchObject({ nativeSessionId: null });
  });

  test('keeps the id of a resumed conversation and resolves the model', async () => {
    const claude = new FakeClaude({ resume: 'abc', model: 'sonnet' });
    const ready = new ClaudeConnection(claude.context).start();
    claude.say(initialized());
    expect(await ready).toMatchObject({ nativeSessionId: 'abc', metadata: { model: 'claude-sonnet-5-5' } });
  });

  test('stops the process after the timeout', async () => {
    const claude = new FakeClaude();
    const connection = new ClaudeConnection(claude.context, { handshakeMs: 1 });
    await expect(connection.start()).rejects.toThrow('initialize was not answered within 1 ms');
    expect(claude.stops).toBe(1);
    await connection.stop();
    expect(claude.exits).toHaveLength(1);
  });

  test('fails with the reason if the process exits', async () => {
    const claude = new FakeClaude();
    const start = new ClaudeConnection(claude.context).start();
    claude.exit(1, 'No conversation found with session ID: x\n');
    await expect(start).rejects.toThrow('exit code 1: No conversation found with session ID: x');
    expect(claude.exits).toMatchObject([{ code: 1 }]);
  });

  describe('with a conversation that the CLI does not know', () => {
    const unknown = recording('2.1.325/l7-resume-unknown').lines.find(({ dir }) => dir === 'out')!.text;

    test("starts over if it is the session's own", async () => {
      const claude = new FakeClaude({ resume: 'abc', isOwnConversation: true });
      const ready = new ClaudeConnection(claude.context, { uuid: () => 'uuid-1' }).start();
      expect(claude.options?.args).toContain('--resume');
      claude.say(unknown);
      claude.exit(1);
      await vi.waitFor(() => expect(claude.options?.args).not.toContain('--resume'));
      claude.respond('initialize');
      expect(await ready).toMatchObject({ nativeSessionId: null });
      expect(claude.notices.at(-1)).toEqual({ type: 'started-over', id: 'uuid-1' });
      expect(claude.payloads.join()).not.toContain('No conversation found');
      expect(claude.exits).toEqual([]);
      claude.exit(0);
      await vi.waitFor(() => expect(claude.exits).toMatchObject([{ code: 0 }]));
    });

    test('does not start again once it was stopped', async () => {
      const claude = new FakeClaude({ resume: 'abc', isOwnConversation: true });
      const connection = new ClaudeConnection(claude.context);
      const ready = connection.start();
      claude.say(unknown);
      await Promise.all([expect(ready).rejects.toThrow('exited'), connection.stop()]);
      expect(claude.options?.args).toContain('--resume');
      expect(claude.exits).toHaveLength(1);
    });

    test('fails if it is another one', async () => {
      const claude = new FakeClaude({ resume: 'abc' });
      const ready = new ClaudeConnection(claude.context).start();
      claude.say(unknown);
      claude.exit(1);
      await expect(ready).rejects.toThrow('exit code 1');
      expect(claude.payloads).toEqual([unknown]);
      expect(claude.exits).toHaveLength(1);
    });
  });
});

describe('messages', () => {
  test('gives each message a uuid', async () => {
    const claude = new FakeClaude();
    const connection = await claude.connected();
    await connection.prompt(prompt('hello'));
    await connection.steer(prompt('and this'));
    expect(claude.written).toMatchObject([
      { type: 'user', message: { role: 'user', content: 'hello' }, uuid: 'uuid-1' },
      { type: 'user', message: { role: 'user', content: 'and this' }, uuid: 'uuid-1' },
    ]);
  });

  test('sends images as blocks and other files as paths', async () => {
    const directory = await tempFolder();
    await writeFile(`${directory}/a.png`, 'png');
    await writeFile(`${directory}/b`, 'webp');
    await writeFile(`${directory}/big.gif`, Buffer.alloc(4_000_000));
    const claude = new FakeClaude({ directory });
    const connection = await claude.connected();
    await connection.prompt(
      prompt('look', [
        { path: 'a.png' },
        { path: `${directory}/b`, mime: 'image/webp' },
        { path: 'big.gif' },
        { path: 'gone.jpg' },
        { path: 'drawing.svg', mime: 'image/svg+xml' },
        { path: 'my notes.txt' },
      ]),
    );
    const image = (media_type: string, text: string) => ({
      type: 'image',
      source: { type: 'base64', media_type, data: Buffer.from(text).toString('base64') },
    });
    const mentions = ['big.gif', 'gone.jpg', 'drawing.svg'].map((name) => `@${directory}/${name}`);
    expect(claude.written[0].message.content).toEqual([
      { type: 'text', text: ['look', '', ...mentions, `@"${directory}/my notes.txt"`].join('\n') },
      image('image/png', 'png'),
      image('image/webp', 'webp'),
    ]);
  });

  test('keeps the order while attachments are being read', async () => {
    const directory = await tempFolder();
    await writeFile(`${directory}/a.png`, 'png');
    const claude = new FakeClaude({ directory });
    const connection = await claude.connected();
    const first = connection.prompt(prompt('first', [{ path: 'a.png' }]));
    const second = connection.steer(prompt('second'));
    const stopped = connection.interrupt();
    await Promise.all([first, second]);
    await Promise.resolve();
    claude.say({ type: 'control_response', response: { subtype: 'success', request_id: 'req-4' } });
    await stopped;
    const written = claude.written.map(({ message, request }) => message?.content ?? request.subtype);
    expect(written.slice(1)).toEqual(['second', 'cancel_async_message', 'cancel_async_message', 'interrupt']);
  });

  test('withdraws the messages of the turn on an interrupt, and works where it cannot', async () => {
    const claude = new FakeClaude();
    const uuids = ['u1', 'u2', 'u3'];
    const connection = await claude.connected({ uuid: () => uuids.shift()! });
    await connection.prompt(prompt('an earlier turn'));
    await connection.prompt(prompt('first'));
    await connection.steer(prompt('second'));
    claude.written.length = 0;
    const stopped = connection.interrupt();
    await Promise.resolve();
    const requests = claude.written.map(({ request }) => request);
    expect(requests).toEqual([
      { subtype: 'cancel_async_message', message_uuid: 'u2' },
      { subtype: 'cancel_async_message', message_uuid: 'u3' },
      { subtype: 'interrupt' },
    ]);
    const error = 'Unsupported control request subtype: cancel_async_message';
    for (const request_id of ['req-2', 'req-3'])
      claude.say({ type: 'control_response', response: { subtype: 'error', request_id, error } });
    claude.say({ type: 'control_response', response: { subtype: 'success', request_id: 'req-4' } });
    await stopped;
  });
});

describe('control requests', () => {
  test('waits for the response to an interrupt', async () => {
    const claude = new FakeClaude();
    const connection = await claude.connected();
    const done = connection.interrupt();
    await Promise.resolve();
    expect(claude.written).toEqual([
      { type: 'control_request', request_id: 'req-2', request: { subtype: 'interrupt' } },
    ]);
    claude.say({ type: 'control_response', response: { subtype: 'success', request_id: 'never-asked' } });
    claude.say({ type: 'control_response', response: { subtype: 'success', request_id: 'req-2' } });
    await done;
  });

  test('stops one sub-agent', async () => {
    const claude = new FakeClaude();
    const connection = await claude.connected();
    const done = connection.interruptThread('a1');
    await Promise.resolve();
    expect(claude.written[0].request).toEqual({ subtype: 'stop_task', task_id: 'a1' });
    claude.say({ type: 'control_response', response: { subtype: 'success', request_id: 'req-2' } });
    await done;
  });

  const settings = { model: null, variant: null, agentMode: 'default', permissionMode: 'default' } as const;
  const answerTo = (request_id: string) => ({
    type: 'control_response',
    response: { subtype: 'success', request_id, response: {} },
  });

  test('sends only the settings that changed', async () => {
    const claude = new FakeClaude();
    const connection = await claude.connected();
    const plan = { ...settings, model: 'haiku', variant: 'low', permissionMode: 'plan' } as const;
    const done = connection.configure(plan);
    for (const id of ['req-2', 'req-3', 'req-4']) {
      await vi.waitFor(() => expect(claude.written.at(-1)?.request_id).toBe(id));
      claude.say(answerTo(id));
    }
    expect(await done).toBe('taken');
    expect(claude.written.map(({ request }) => request)).toEqual([
      { subtype: 'set_permission_mode', mode: 'plan' },
      { subtype: 'set_model', model: 'haiku' },
      { subtype: 'apply_flag_settings', settings: { effortLevel: 'low' } },
    ]);
    expect(await connection.configure(plan)).toBe('taken');
    expect(claude.written).toHaveLength(3);
  });

  test('asks for a restart if the CLI refuses a setting', async () => {
    const claude = new FakeClaude();
    const connection = await claude.connected();
    const done = connection.configure({ ...settings, model: 'haiku' });
    await vi.waitFor(() => expect(claude.written).toHaveLength(1));
    claude.say(refusal);
    expect(await done).toBe('restart');
  });

  test('allows tools without asking after a switch to bypass', async () => {
    const claude = new FakeClaude();
    const connection = await claude.connected();
    await connection.configure({ ...settings, permissionMode: 'bypass' });
    claude.ask('r1', 'Bash', { command: 'ls' });
    await vi.waitFor(() => expect(claude.answers).toMatchObject({ r1: { behavior: 'allow' } }));
    expect(claude.payloads).toEqual([]);
  });

  test('sets MCP servers during the handshake, not on the command line', async () => {
    const claude = new FakeClaude({
      mcp: {
        files: { type: 'local', command: 'serve', args: ['-v'], env: { A: 'b' }, timeoutMs: 3000 },
        far: {
          type: 'remote',
          url: 'https://mcp.example',
          transport: 'sse',
          headers: { Key: 'secret' },
          timeoutMs: null,
        },
      },
    });
    const ready = new ClaudeConnection(claude.context).start();
    claude.say(answerTo('req-1'));
    await vi.waitFor(() => expect(claude.written).toHaveLength(2));
    expect(claude.written[1].request).toEqual({
      subtype: 'mcp_set_servers',
      servers: {
        files: { type: 'stdio', command: 'serve', args: ['-v'], env: { A: 'b' } },
        far: { type: 'sse', url: 'https://mcp.example', headers: { Key: 'secret' } },
      },
    });
    expect(claude.options?.args.join(' ')).not.toContain('secret');
    expect(claude.options?.env).toEqual({ MCP_TIMEOUT: '3000' });
    claude.say(answerTo('req-2'));
    await ready;
  });

  test.each([
    ['answered', [['large'], ['3']], { action: 'accept', content: { size: 'large', count: 3 } }],
    ['declined', null, { action: 'decline' }],
  ])('an elicitation is %s', async (_, answers, response) => {
    const claude = new FakeClaude();
    const connection = await claude.connected();
    const properties = { size: { type: 'string', enum: ['small', 'large'] }, count: { type: 'integer' } };
    const request = {
      subtype: 'elicitation',
      mcp_server_name: 'shop',
      message: 'What?',
      requested_schema: { type: 'object', properties },
    };
    claude.say({ type: 'control_request', request_id: 'e1', request });
    const { drafts } = translator.translate(translator.initial(), {
      from: 'agent',
      text: claude.payloads[0]!,
    });
    expect(drafts).toMatchObject([
      { type: 'question.requested', key: 'e1', questions: [{ header: 'size' }, { header: 'count' }] },
    ]);
    await (answers ? connection.answerQuestion('e1', answers) : connection.rejectQuestion('e1'));
    expect(claude.answers).toEqual({ e1: response });
    await connection.answerQuestion('e1', [['small'], []]);
    expect(claude.written).toHaveLength(1);
  });

  test.each([
    ['refused', (claude: FakeClaude) => claude.say(refusal), 'Claude refused: not now'],
    ['never answered', () => {}, 'interrupt was not answered within 5 ms'],
    ['cut off', (claude: FakeClaude) => claude.exit(143), 'Claude exited before it responded: exit code 143'],
  ])('a request that is %s fails', async (_, act, message) => {
    const claude = new FakeClaude();
    const connection = await claude.connected({ requestMs: 5 });
    const done = connection.interrupt();
    await Promise.resolve();
    act(claude);
    await expect(done).rejects.toThrow(message);
  });

  const response = { subtype: 'error', request_id: 'req-2', error: 'not now' };
  const refusal = { type: 'control_response', response };
});
