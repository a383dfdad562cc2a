import { describe, expect, test } from 'vitest';
import type { PlanEntry } from '../../../src/schema/index.js';
import { assistant, draftsOf, toolResult, toolUse } from './native-lines.js';

/** The announced plans, with their threads. */
function plans(...lines: object[]) {
  return draftsOf('item.completed', ...lines).flatMap(({ item }) => {
    const [status, fields] = item.content ?? [];
    if (status?.type !== 'status' || status.label !== 'plan' || fields?.type !== 'json') return [];
    return [{ thread: item.thread, entries: (fields.json as { entries: PlanEntry[] }).entries }];
  });
}

let calls = 0;

/** A tool call with its result, in the main thread or in that of a sub-agent, whose results have no report. */
function call(name: string, input: object, content: string, report?: object, agent?: string): object[] {
  const id = `t${++calls}`;
  const sender = agent === undefined ? {} : { agent_id: agent, parent_tool_use_id: 'call-of-agent' };
  return [
    assistant(`m${calls}`, toolUse(id, name, input), sender),
    { ...toolResult(id, content, report), ...sender },
  ];
}

const entry = (content: string, status = 'pending') => ({ content, status });

describe('to-dos', () => {
  const todo = (content: string, status: string) => ({ content, status, activeForm: `Doing ${content}` });
  const write = (todos: object[], agent?: string) =>
    call('TodoWrite', { todos }, 'Modified', undefined, agent);

  test('are announced as a whole, when they change', () => {
    const first = write([todo('a', 'in_progress'), todo('b', 'pending')]);
    const again = write([todo('a', 'in_progress'), todo('b', 'pending')]);
    const done = write([todo('a', 'completed'), { ...todo('b', 'in_progress'), priority: 'high' }]);
    expect(plans(...first, ...again, ...done)).toEqual([
      { thread: undefined, entries: [entry('a', 'in_progress'), entry('b')] },
      {
        thread: undefined,
        entries: [entry('a', 'completed'), { ...entry('b', 'in_progress'), priority: 'high' }],
      },
    ]);
  });

  test('of a sub-agent are its own', () => {
    const main = write([todo('a', 'pending')]);
    const sub = write([todo('a', 'pending')], 'sub');
    expect(plans(...main, ...sub).map(({ thread }) => thread)).toEqual([undefined, 'sub']);
  });

  test('are not announced if the tool failed', () => {
    const [used] = write([todo('a', 'pending')]);
    expect(plans(used!, toolResult(`t${calls}`, 'No such tool', 'Error', { is_error: true }))).toEqual([]);
  });
});

describe('tasks', () => {
  const created = (id: string, subject: string, agent?: string) => {
    const report = agent === undefined ? { task: { id, subject } } : undefined;
    return call('TaskCreate', { subject }, `Task #${id} created successfully: ${subject}`, report, agent);
  };
  const updated = (taskId: string, changes: object, agent?: string) => {
    const report = agent === undefined ? { success: true, taskId } : undefined;
    return call('TaskUpdate', { taskId, ...changes }, `Updated task #${taskId} status`, report, agent);
  };
  const last = (...lines: object[]) => plans(...lines).at(-1)?.entries;

  test('are added, changed and deleted one by one', () => {
    const both = [...created('1', 'a'), ...created('2', 'b')];
    expect(last(...both)).toEqual([entry('a'), entry('b')]);
    expect(last(...both, ...updated('1', { status: 'in_progress' }))).toEqual([
      entry('a', 'in_progress'),
      entry('b'),
    ]);
    expect(last(...both, ...updated('2', { subject: 'c' }))).toEqual([entry('a'), entry('c')]);
    expect(last(...both, ...updated('1', { status: 'deleted' }))).toEqual([entry('b')]);
    expect(plans(...both, ...updated('1', { addBlocks: ['2'] }))).toHaveLength(2);
  });

  test('are not changed by a refused update', () => {
    const refused = call('TaskUpdate', { taskId: '1', status: 'completed' }, 'Locked', { success: false });
    expect(plans(...created('1', 'a'), ...refused)).toHaveLength(1);
  });

  test('belong to the main thread, also if a sub-agent changes them', () => {
    const lines = [
      ...created('1', 'a'),
      ...created('2', 'b', 'sub'),
      ...updated('1', { status: 'completed' }, 'sub'),
    ];
    expect(plans(...lines).map(({ thread }) => thread ?? null)).toEqual([null, null, null]);
    expect(last(...lines)).toEqual([entry('a', 'completed'), entry('b')]);
  });

  test('of a resumed session are announced once all of them are known', () => {
    const task = (id: string, subject: string) => ({ id, subject, status: 'pending', blockedBy: [] });
    const unknown = [...created('3', 'c'), ...updated('1', { status: 'completed' })];
    expect(plans(...unknown)).toEqual([]);
    const listed = call('TaskList', {}, '…', { tasks: [task('2', 'b'), task('3', 'c')] });
    expect(last(...unknown, ...listed)).toEqual([entry('b'), entry('c')]);
    expect(last(...unknown, ...listed, ...created('4', 'd'))).toHaveLength(3);
  });

  test('end with the conversation', () => {
    const reset = { type: 'conversation_reset', uuid: 'u1', session_id: 's1' };
    expect(plans(reset)).toEqual([]);
    expect(last(...created('1', 'a'), reset)).toEqual([]);
    expect(last(...created('1', 'a'), reset, ...created('1', 'z'))).toEqual([entry('z')]);
  });
});
