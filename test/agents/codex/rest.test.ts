import { describe, expect, test } from 'vitest';
import { begun, type FakeProcess, prompt, thread, turn, turnEvent } from './fake-process.js';
import type { Message } from './recording.js';

const approval = (id: number, command = 'ls'): Message => ({
  method: 'item/commandExecution/requestApproval',
  id,
  params: { threadId: 't1', turnId: 'n1', itemId: 'c1', command, cwd: '/workspace/demo' },
});
const command = (phase: 'started' | 'completed', threadId = 't1'): Message => ({
  method: `item/${phase}`,
  params: {
    threadId,
    turnId: 'n1',
    item: {
      type: 'commandExecution',
      id: 'c1',
      command: 'serve',
      cwd: '/workspace/demo',
      status: 'inProgress',
      commandActions: [],
      aggregatedOutput: null,
      exitCode: null,
    },
  },
});
const spawned = (child: string): Message => ({
  method: 'item/started',
  params: {
    threadId: 't1',
    turnId: 'n1',
    item: {
      type: 'subAgentActivity',
      id: child,
      kind: 'started',
      agentThreadId: child,
      agentPath: `/${child}`,
    },
  },
});
const unloaded = (threadId: string): Message => ({
  method: 'thread/status/changed',
  params: { threadId, status: { type: 'notLoaded' } },
});

const methods = ({ written }: FakeProcess) => written.map(({ method }) => method);

/** A session that rests. */
async function resting() {
  const given = await begun();
  const { connection, process } = given;
  const rested = connection.rest();
  await process.answer('thread/archive', {});
  process.say(unloaded('t1'), { method: 'thread/archived', params: { threadId: 't1' } });
  await process.answer('thread/unarchive', {});
  await rested;
  return given;
}

describe('an idle session', () => {
  test('unloads its thread, without a word to its client', async () => {
    const { lines, process, connection, exits } = await resting();
    expect(lines).toHaveLength(1);
    await connection.rest();
    expect([methods(process), exits]).toEqual([[], []]);
  });

  test('loads its thread again for the next message, with its settings', async () => {
    const { connection, process, notices } = await resting();
    const sent = connection.prompt(prompt('hello'));
    const { params } = await process.answer('thread/resume', thread('t1'));
    expect(params).toMatchObject({ threadId: 't1', excludeTurns: true, approvalPolicy: 'untrusted' });
    const started = await process.answer('turn/start', { turn: turn('n1') });
    expect(started.params).toMatchObject({ collaborationMode: { mode: 'default' } });
    await sent;
    expect(notices.filter(({ type }) => type === 'turnRefused')).toEqual([]);
    process.say(turnEvent('turn/started', 'n1'), turnEvent('turn/completed', 'n1'));
    const again = connection.prompt(prompt('again'));
    await process.answer('turn/start', { turn: turn('n2') });
    await again;
  });

  test('has a message wait that comes while it unloads', async () => {
    const { connection, process } = await begun();
    const rested = connection.rest();
    const sent = connection.prompt(prompt('hello'));
    await process.answer('thread/archive', {});
    await process.answer('thread/unarchive', {});
    await rested;
    await process.answer('thread/resume', thread('t1'));
    await process.answer('turn/start', { turn: turn('n1') });
    await sent;
  });

  test('goes on as it is if Codex cannot unload its thread', async () => {
    const { connection, process, lines } = await begun();
    const rested = connection.rest();
    const goal = { method: 'thread/goal/cleared', params: { threadId: 't1' } };
    process.say(goal);
    await process.refuse('thread/archive', 'no rollout found');
    await rested;
    expect(lines.at(-1)).toBe(JSON.stringify(goal));
    const sent = connection.prompt(prompt('hello'));
    await process.answer('turn/start', { turn: turn('n1') });
    await sent;
  });

  test('refuses a message while another program has the conversation, and tries again with the next', async () => {
    const { connection, process, notices } = await resting();
    const sent = connection.prompt(prompt('hello'));
    await process.refuse('thread/resume', 'thread t1 already has an active writer');
    await process.refuse('thread/unarchive', 'no archived rollout found');
    await sent;
    expect(notices.at(-1)).toEqual({
      type: 'turnRefused',
      code: -32600,
      message:
        'The conversation is open in another program, which has to close it: thread t1 already has an active writer',
    });
    const again = connection.prompt(prompt('hello'));
    await process.answer('thread/resume', thread('t1'));
    await process.answer('turn/start', { turn: turn('n1') });
    await again;
  });

  test('leaves the thread alone when it ends: another program may have it', async () => {
    const { connection, process, exits } = await resting();
    const sent = connection.prompt(prompt('hello'));
    await process.refuse('thread/resume', 'thread t1 already has an active writer');
    await process.refuse('thread/unarchive', 'no archived rollout found');
    await sent;
    await connection.stop();
    expect([methods(process), exits.length]).toEqual([[], 1]);
  });
});

describe('a session does not rest', () => {
  test.each<[string, Message[]]>([
    ['in a turn', [turnEvent('turn/started', 'n1')]],
    ['while a sub-agent works', [spawned('child'), turnEvent('turn/started', 'c1', 'child')]],
    ['while a human is asked', [approval(0)]],
    ['while a command runs on', [command('started'), turnEvent('turn/completed', 'n1')]],
  ])('%s', async (_, messages) => {
    const { connection, process } = await begun();
    process.say(...messages);
    await connection.rest();
    expect(methods(process)).toEqual([]);
  });

  test('until a command that ran on has ended, or was interrupted', async () => {
    for (const end of [
      [command('completed')],
      [{ method: 'turn/completed', params: { threadId: 't1', turn: turn('n1', 'interrupted') } }],
    ]) {
      const { connection, process } = await begun();
      process.say(command('started'), ...end);
      const rested = connection.rest();
      await process.refuse('thread/archive', 'no');
      await rested;
    }
  });
});

describe('sub-agents', () => {
  test('are loaded again with their session, but for those that were closed', async () => {
    const { connection, process } = await begun();
    for (const child of ['open', 'closed'])
      process.say(
        spawned(child),
        turnEvent('turn/started', `turn of ${child}`, child),
        turnEvent('turn/completed', `turn of ${child}`, child),
      );
    process.say(unloaded('closed'));
    const rested = connection.rest();
    await process.answer('thread/archive', {});
    process.say(unloaded('open'));
    await process.answer('thread/unarchive', {});
    await rested;
    const sent = connection.prompt(prompt('hello'));
    const loaded = [];
    for (let count = 0; count < 2; count++)
      loaded.push((await process.answer('thread/resume', thread('t1'))).params.threadId);
    await process.answer('turn/start', { turn: turn('n1') });
    await sent;
    expect(loaded).toEqual(['t1', 'open']);
  });
});

describe('a permission for the session', () => {
  const asked = ({ lines }: { lines: string[] }) =>
    lines.filter((line) => JSON.parse(line).method?.endsWith('requestApproval')).length;

  test('is remembered when Codex has forgotten it', async () => {
    const given = await begun();
    const { connection, process } = given;
    process.say(approval(0));
    await connection.replyPermission('n1/request:0', 'always');
    expect((await process.next(({ id }) => id === 0)).result).toEqual({ decision: 'acceptForSession' });
    process.say(approval(1));
    expect((await process.next(({ id }) => id === 1)).result).toEqual({ decision: 'acceptForSession' });
    expect(asked(given)).toBe(1);
    process.say(approval(2, 'rm'));
    expect(asked(given)).toBe(2);
  });

  test('is not remembered if it was given once', async () => {
    const given = await begun();
    given.process.say(approval(0));
    await given.connection.replyPermission('n1/request:0', 'once');
    given.process.say(approval(1));
    expect(asked(given)).toBe(2);
  });
});
