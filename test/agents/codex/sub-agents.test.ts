import { expect, test } from 'vitest';
import type { UniversalEvent, UniversalItem } from '../../../src/schema/index.js';
import { turn } from './fake-process.js';
import { answer, drafts, ended, item, note, stream } from './native-messages.js';
import type { Message } from './recording.js';

const child = { threadId: 'child', turnId: 'c1' };
const shell = {
  type: 'commandExecution',
  id: 'call_1',
  command: 'ls',
  cwd: '/',
  status: 'completed',
  exitCode: 0,
};

/** A call of a tool for sub-agents. */
function address(tool: string, id: string, receiverThreadIds: string[], more: object = {}): Message[] {
  const call = { type: 'collabAgentToolCall', id, tool, prompt: 'Say hello', agentsStates: {}, ...more };
  return [
    item('started', {
      ...call,
      status: 'inProgress',
      receiverThreadIds: tool === 'spawnAgent' ? [] : receiverThreadIds,
    }),
    item('completed', { ...call, status: 'completed', receiverThreadIds }),
  ];
}

function activity(kind: string, id: string, agentThreadId: string): Message[] {
  const given = { type: 'subAgentActivity', id, kind, agentThreadId, agentPath: `/root/${agentThreadId}` };
  return [item('started', given), item('completed', given)];
}

const begins = (threadId: string, id: string): Message => ({
  method: 'turn/started',
  params: { threadId, turn: turn(id) },
});
const ends = (threadId: string, id: string, status = 'completed'): Message => ({
  method: 'turn/completed',
  params: { threadId, turn: turn(id, status) },
});
const says = (text: string, where: object = child): Message =>
  item('completed', { type: 'agentMessage', id: `m-${text}`, text }, where);

function completedItems(events: readonly UniversalEvent[]): UniversalItem[] {
  return events.flatMap((event) => (event.type === 'item.completed' ? [event.data.item] : []));
}

const callOf = (items: readonly UniversalItem[], id: string) =>
  items.find(({ kind, native_item_id }) => kind === 'tool_call' && native_item_id === id)!;

const runsOf = (items: readonly UniversalItem[]) =>
  items.filter(({ content: [part] }) => part?.type === 'status' && part.label === 'agent');

test('a turn of a sub-agent is a run of the thread that its call started', () => {
  const events = stream(
    ...address('spawnAgent', 'call_1', ['child']),
    begins('child', 'c1'),
    item(
      'completed',
      { type: 'userMessage', id: 'u1', content: [{ type: 'text', text: 'Say hello' }] },
      child,
    ),
    item('started', shell, child),
    item('completed', shell, child),
    says('Hello'),
    ends('child', 'c1'),
    says('Done', {}),
    ended('n1'),
  );
  const items = completedItems(events);
  const call = callOf(items, 'call_1');
  const own = items.filter(({ thread_id }) => thread_id === call.item_id);
  expect(own.map(({ kind, role }) => `${kind}/${role}`)).toEqual([
    'message/user',
    'tool_call/assistant',
    'tool_result/tool',
    'message/assistant',
    'status/null',
  ]);
  expect(own[2]!.content[0]).toMatchObject({ call_id: 'child/call_1' });
  expect(own.at(-1)).toMatchObject({
    native_item_id: 'child',
    parent_id: call.item_id,
    content: [{ label: 'agent', detail: 'Say hello' }],
    status: 'completed',
  });
  expect(events.filter(({ type }) => type === 'turn.ended')).toHaveLength(1);
  expect(items.at(-1)).toMatchObject({ thread_id: null, content: [{ text: 'Done' }] });
});

test('a sub-agent outlives the turn of the session, with its messages and requests', () => {
  const events = stream(
    ...address('spawnAgent', 'call_1', ['child']),
    begins('child', 'c1'),
    note('item/agentMessage/delta', { ...child, itemId: 'm1', delta: 'word0 ' }),
    { method: 'item/commandExecution/requestApproval', id: 0, params: { ...child, itemId: 'x' } },
    ended('n1'),
    note('item/agentMessage/delta', { ...child, itemId: 'm1', delta: 'word1' }),
    item('completed', { type: 'agentMessage', id: 'm1', text: 'word0 word1' }, child),
  );
  const call = callOf(completedItems(events), 'call_1');
  expect(events.at(-1)).toMatchObject({
    data: { item: { status: 'completed', thread_id: call.item_id, content: [{ text: 'word0 word1' }] } },
  });
  const asked = events.find(({ type }) => type === 'permission.requested')!;
  expect(asked).toMatchObject({ data: { metadata: { thread_id: call.item_id } } });
  expect(events.filter(({ type }) => type === 'permission.resolved')).toEqual([]);
});

test.each(['interrupted', 'failed'])('a run that is %s has failed, with what it was saying', (status) => {
  const events = stream(
    ...address('spawnAgent', 'call_1', ['child']),
    begins('child', 'c1'),
    note('item/agentMessage/delta', { ...child, itemId: 'm1', delta: 'This is' }),
    ended('n1'),
    ends('child', 'c1', status),
  );
  expect(completedItems(events).slice(-2)).toMatchObject([
    { kind: 'message', status: 'failed', content: [{ text: 'This is' }] },
    { kind: 'status', status: 'failed' },
  ]);
});

test.each([
  ['a call', address('sendInput', 'call_2', ['child'], { prompt: 'Once more' }), 'Once more'],
  ['an activity', activity('interacted', 'call_2', 'child'), 'child'],
])('a sub-agent that %s addresses again goes on in its thread', (_, again, title) => {
  const events = stream(
    ...address('spawnAgent', 'call_1', ['child']),
    begins('child', 'c1'),
    ends('child', 'c1'),
    ...address('wait', 'call_w', ['child']),
    ...again,
    begins('child', 'c2'),
    says('Hello again', { ...child, turnId: 'c2' }),
    ends('child', 'c2'),
  );
  const items = completedItems(events);
  const [first, second] = runsOf(items);
  expect(second).toMatchObject({
    thread_id: first!.thread_id,
    parent_id: callOf(items, 'call_2').item_id,
    content: [{ detail: title }],
  });
  expect(items.find(({ native_item_id }) => native_item_id === 'm-Hello again')!.thread_id).toBe(
    first!.thread_id,
  );
});

test('a call that addresses several is the thread of none', () => {
  const events = stream(
    ...address('sendInput', 'call_1', ['one', 'two']),
    begins('one', 'c1'),
    begins('two', 'c2'),
    ends('one', 'c1'),
    ends('two', 'c2'),
  );
  const items = completedItems(events);
  const runs = runsOf(items);
  expect(runs.map(({ thread_id }) => thread_id)).toEqual(runs.map(({ item_id }) => item_id));
  expect(new Set(runs.map(({ parent_id }) => parent_id))).toEqual(new Set([callOf(items, 'call_1').item_id]));
});

test('the sub-agent of a sub-agent has its thread below the other', () => {
  const inChild = address('spawnAgent', 'call_2', ['inner']).map(({ method, params }) => ({
    method: method!,
    params: { ...params, ...child },
  }));
  const events = stream(
    ...address('spawnAgent', 'call_1', ['child']),
    begins('child', 'c1'),
    ...inChild,
    begins('inner', 'i1'),
    says('From below', { threadId: 'inner', turnId: 'i1' }),
    ends('inner', 'i1'),
  );
  const items = completedItems(events);
  const inner = callOf(items, 'call_2');
  expect(inner.thread_id).toBe(callOf(items, 'call_1').item_id);
  expect(runsOf(items)).toMatchObject([{ native_item_id: 'inner', thread_id: inner.item_id }]);
});

test('an activity is the call of a newer tool, and its report of the end repeats the run', () => {
  const events = stream(
    ...activity('started', 'call_1', 'child'),
    begins('child', 'c1'),
    ends('child', 'c1'),
    ...activity('completed', 'subagent-completed-1', 'child'),
  );
  const items = completedItems(events);
  expect(items.map(({ kind }) => kind)).toEqual(['message', 'tool_call', 'tool_result', 'status']);
  expect(callOf(items, 'call_1').content).toMatchObject([{ name: 'spawn_agent' }]);
  expect(runsOf(items)).toMatchObject([
    { thread_id: callOf(items, 'call_1').item_id, content: [{ detail: 'child' }] },
  ]);
});

test('a note about a sub-agent that has not begun does not begin its thread', () => {
  const events = stream(
    ...address('spawnAgent', 'call_1', ['child']),
    note('warning', { threadId: 'child', message: 'Careful' }),
    begins('child', 'c1'),
    note('warning', { threadId: 'child', message: 'More care' }),
  );
  const [before, after] = completedItems(events).filter(({ kind }) => kind === 'system');
  expect([before!.thread_id, after!.thread_id]).toEqual([
    null,
    callOf(completedItems(events), 'call_1').item_id,
  ]);
});

test('an error names its sub-agent', () => {
  const failure = { message: 'Boom', codexErrorInfo: null, additionalDetails: null };
  const error = { error: failure, willRetry: false, ...child };
  expect(drafts(answer, note('error', error)).at(-1)).toMatchObject({
    details: { native: { sub_agent: 'child' } },
  });
});

test('a sub-agent whose thread is closed is cut off', () => {
  const closed = [
    ...address('spawnAgent', 'call_1', ['child']),
    note('thread/closed', { threadId: 'child' }),
  ];
  expect(drafts(answer, ...closed).at(-1)).toMatchObject({ type: 'item.completed' });
  closed.splice(2, 0, begins('child', 'c1'));
  expect(drafts(answer, ...closed).at(-1)).toEqual({
    type: 'thread.ended',
    thread: 'child',
    status: 'failed',
  });
});
