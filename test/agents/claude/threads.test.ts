import { describe, expect, test } from 'vitest';
import { violations } from '../../support/invariants.js';
import type { SessionRig } from '../../support/session-rig.js';
import {
  asks,
  assistant,
  drafts,
  items,
  result,
  session,
  system,
  text,
  toolResult,
  toolUse,
} from './native-lines.js';

const call = (id: string, more: object = {}, from: object = {}) =>
  assistant(`m-${id}`, toolUse(id, 'Agent', { description: 'Look', ...more }), from);
const from = (agent_id: string, parent_tool_use_id: string) => ({ agent_id, parent_tool_use_id });
const task = { task_id: 'a1', tool_use_id: 'c1' };
const begins = (more: object = {}) =>
  system('task_started', { ...task, task_type: 'local_agent', description: 'Look', ...more });
const rests = (more: object = {}) =>
  system('task_notification', { ...task, status: 'completed', summary: 'Done', ...more });
const background = { is_backgrounded: true };

/** The drafts about threads. */
const lives = (...lines: object[]) =>
  drafts(...lines).filter(({ type }) => type === 'thread.started' || type === 'thread.ended');

const threadsOf = (rig: SessionRig) => Object.keys(rig.snapshot.context.threads);

describe('the life of a sub-agent', () => {
  test('begins and ends with its task', () => {
    expect(lives(call('c1'), begins(), assistant('s1', text('Hm'), from('a1', 'c1')), rests())).toEqual([
      { type: 'thread.started', thread: 'a1', title: 'Look', call: 'c1/call', endsWithTurn: true },
      { type: 'thread.ended', thread: 'a1', status: 'completed' },
    ]);
  });

  test.each(['failed', 'stopped'])('fails if the task %s', (status) => {
    expect(lives(call('c1'), begins(), rests({ status })).at(-1)).toMatchObject({ status: 'failed' });
  });

  test('begins with its call and ends with the result, if there is no task', () => {
    const line = assistant('s1', text('Hm'), { parent_tool_use_id: 'c1' });
    expect(lives(call('c1'), line, toolResult('c1', 'done'))).toEqual([
      { type: 'thread.started', thread: 'c1', title: 'Look', call: 'c1/call', endsWithTurn: true },
      { type: 'thread.ended', thread: 'c1', status: 'completed' },
    ]);
    const error = toolResult('c1', 'no', undefined, { is_error: true });
    expect(lives(call('c1'), line, error).at(-1)).toMatchObject({ type: 'thread.ended', status: 'failed' });
  });

  test('outlives the turn in the background, also if another sub-agent waits for it', () => {
    const inner = { task_id: 'a2', tool_use_id: 'c2', is_backgrounded: false };
    const nested = [call('c2', {}, from('a1', 'c1')), begins(inner)];
    const [outer, waited] = lives(call('c1'), begins(background), ...nested);
    expect(outer).not.toHaveProperty('endsWithTurn');
    expect(waited).toMatchObject({ thread: 'a2', call: 'c2/call' });
    expect(waited).not.toHaveProperty('endsWithTurn');
    const input = { run_in_background: true };
    expect(lives(call('c1', input), begins())[0]).not.toHaveProperty('endsWithTurn');
  });

  test('outlives the turn once it has moved to the background', () => {
    const moves = system('task_updated', { task_id: 'a1', patch: { is_backgrounded: true } });
    const others = [{ status: 'completed' }, { is_backgrounded: false }].map((patch) =>
      system('task_updated', { task_id: 'a1', patch }),
    );
    const rig = session(call('c1'), begins(), ...others, moves, moves, result());
    expect(threadsOf(rig)).toHaveLength(1);
    expect(violations(rig.events)).toEqual([]);
    expect(threadsOf(session(call('c1'), begins(), ...others, result()))).toEqual([]);
  });

  test('is not that of a command', () => {
    const command = { task_type: 'local_bash', description: 'sleep' };
    const lines = [assistant('m1', toolUse('c1')), begins(command), rests({ summary: 'It slept' })];
    expect(lives(...lines)).toEqual([]);
    const old = begins({ task_type: undefined });
    expect(lives(assistant('m1', toolUse('c1')), old, rests())).toEqual([]);
    expect(lives(call('c1'), old, rests())).toHaveLength(2);
    const labels = items(session(...lines)).flatMap(({ content: [part] }) =>
      part?.type === 'status' ? [part.label] : [],
    );
    expect(labels).toEqual(['Task started', 'Task completed']);
  });

  test('begins again with another call, in the same thread', () => {
    const again = { tool_use_id: 'c2', ...background };
    const rig = session(
      call('c1'),
      begins(),
      rests(),
      toolResult('c1', 'done'),
      assistant('m2', toolUse('c2', 'SendMessage')),
      begins(again),
      toolResult('c2', 'sent'),
      assistant('s2', text('Again'), from('a1', 'c1')),
      rests({ tool_use_id: 'c2' }),
    );
    expect(violations(rig.events)).toEqual([]);
    const said = items(rig).find(({ native_item_id }) => native_item_id === 's2');
    const first = items(rig).find(({ native_item_id }) => native_item_id === 'c1');
    expect(said).toMatchObject({ thread_id: first!.item_id, status: 'completed' });
    expect(items(rig).filter(({ native_item_id }) => native_item_id === 'a1')).toHaveLength(2);
  });

  test('does not begin again with a late line', () => {
    const late = { ...toolResult('t1', 'late'), ...from('a1', 'c1') };
    expect(lives(call('c1'), begins(), rests({ status: 'stopped' }), late)).toHaveLength(2);
  });
});

describe('the end of a turn', () => {
  const asking = [
    call('c1'),
    begins(background),
    toolResult('c1', 'launched'),
    assistant('s1', text('May I?'), from('a1', 'c1')),
    assistant('s1', toolUse('t1'), from('a1', 'c1')),
    asks('r1', 'Bash', { command: 'touch a' }, { tool_use_id: 't1', agent_id: 'a1' }),
    result(),
  ];

  test('leaves the request of a background sub-agent pending, and its message open', () => {
    const rig = session(...asking);
    const [pending] = Object.values(rig.snapshot.context.pending);
    expect(pending?.data.metadata).toMatchObject({ thread_id: threadsOf(rig)[0] });
    rig.message('hello');
    rig.draft({ type: 'turn.ended', outcome: 'completed' });
    expect(Object.values(rig.snapshot.context.pending)).toEqual([pending]);
    rig.send({
      type: 'command.reply',
      permissionId: Object.keys(rig.snapshot.context.pending)[0]!,
      reply: 'once',
      message: null,
    });
    expect(rig.effects.at(-1)).toMatchObject({ type: 'reply', key: 'r1', reply: 'once' });
    expect(violations(rig.events)).toEqual([]);
  });

  test('does not cut off what it goes on to say', () => {
    const done = { ...toolResult('t1', 'made'), ...from('a1', 'c1') };
    const rig = session(...asking, done, assistant('s2', text('Made.'), from('a1', 'c1')), rests());
    expect(violations(rig.events)).toEqual([]);
    const ended = items(rig).filter(({ thread_id }) => thread_id !== null);
    expect(ended.map(({ status }) => status)).toEqual(ended.map(() => 'completed'));
    expect(threadsOf(rig)).toEqual([]);
  });

  test('ends the sub-agents in the foreground with their requests', () => {
    const rig = session(
      call('c1'),
      begins(),
      assistant('s1', toolUse('t1'), from('a1', 'c1')),
      asks('r1', 'Bash', { command: 'touch a' }, { tool_use_id: 't1', agent_id: 'a1' }),
      result(),
    );
    expect(rig.snapshot.context.pending).toEqual({});
    expect(threadsOf(rig)).toEqual([]);
    expect(violations(rig.events)).toEqual([]);
  });
});

test('a request that names only its tool call belongs to the thread of the call', () => {
  const request = asks('r1', 'Bash', {}, { tool_use_id: 't1' });
  const lines = [call('c1'), begins(), assistant('s1', toolUse('t1'), from('a1', 'c1')), request];
  expect(drafts(...lines).at(-1)).toMatchObject({ type: 'permission.requested', thread: 'a1' });
});
