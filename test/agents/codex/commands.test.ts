import { describe, expect, test } from 'vitest';
import type { UniversalEvent } from '../../../src/schema/index.js';
import { turn } from './fake-process.js';
import { ended, item, note, stream } from './native-messages.js';
import type { Message } from './recording.js';

const command = { type: 'commandExecution', id: 'c1', command: 'make', cwd: '/', status: 'inProgress' };
const starts = item('started', command);
const prints = (delta: string): Message => note('item/commandExecution/outputDelta', { itemId: 'c1', delta });
const exits = (aggregatedOutput: string, exitCode = 0): Message =>
  item('completed', {
    ...command,
    status: exitCode === 0 ? 'completed' : 'failed',
    aggregatedOutput,
    exitCode,
  });
const nextTurn = (id: string): Message[] => [
  { method: 'turn/started', params: { threadId: 't1', turn: turn(id) } },
  ended(id),
];

/** The tool results of a stream: status, output, and the position of the one that each continues. */
function results(events: readonly UniversalEvent[]) {
  const items = events.flatMap((event) =>
    event.type === 'item.completed' && event.data.item.kind === 'tool_result' ? [event.data.item] : [],
  );
  return items.map(({ status, content: [part], continues }) => [
    status,
    part?.type === 'tool_result' ? part.output : '',
    continues === null ? null : items.findIndex(({ item_id }) => item_id === continues),
  ]);
}

describe('a command that runs on after its turn', () => {
  test('ends with the output it had, and later output continues it', () => {
    const events = stream(starts, prints('one\n'), ended('n1'), prints('two\n'), exits('one\ntwo\n'));
    expect(results(events)).toEqual([
      ['completed', 'one\n', null],
      ['completed', 'two\n', 0],
    ]);
    const at = (type: string) => events.findIndex((event) => event.type === type);
    expect(events.slice(0, at('turn.ended')).at(-1)).toMatchObject({
      data: { item: { kind: 'tool_result' } },
    });
  });

  test('is completed with its call, even before it has printed anything', () => {
    const events = stream(starts, ended('n1'));
    expect(events.slice(-4)).toMatchObject([
      { data: { item: { kind: 'tool_call', status: 'completed', content: [{ name: 'shell' }] } } },
      { type: 'item.started' },
      { data: { item: { kind: 'tool_result', status: 'completed' } } },
      { type: 'turn.ended' },
    ]);
  });

  test('is continued once more after each turn in which it has printed something', () => {
    const events = stream(
      starts,
      prints('a'),
      ended('n1'),
      prints('b'),
      ...nextTurn('n2'),
      ...nextTurn('n3'),
      prints('c'),
      exits('abc', 2),
    );
    expect(results(events)).toEqual([
      ['completed', 'a', null],
      ['completed', 'b', 0],
      ['failed', 'c', 1],
    ]);
  });

  test('tells how it ended, even if it printed nothing more', () => {
    const events = stream(starts, prints('all'), ended('n1'), exits('all', 1));
    expect(events.at(-1)).toMatchObject({
      data: { item: { status: 'failed', content: [{ output: '' }, { json: { exit_code: 1 } }] } },
    });
  });

  test('repeats its whole output if the beginning was not streamed', () => {
    const events = stream(
      starts,
      prints('two\n'),
      ended('n1'),
      prints('three\n'),
      exits('one\ntwo\nthree\n'),
    );
    expect(results(events)).toEqual([
      ['completed', 'two\n', null],
      ['failed', 'three\n', 0],
      ['completed', 'one\ntwo\nthree\n', null],
    ]);
  });

  test('is dropped if its turn was interrupted', () => {
    const events = stream(
      starts,
      prints('one\n'),
      ended('n1', { status: 'interrupted' }),
      prints('two\n'),
      exits('one\ntwo\n'),
    );
    expect(results(events)).toEqual([['failed', 'one\n', null]]);
    expect(events.at(-1)).toMatchObject({ type: 'turn.ended' });
  });

  test('goes on when a later turn is interrupted', () => {
    const later = { method: 'turn/started', params: { threadId: 't1', turn: turn('n2') } };
    const events = stream(starts, ended('n1'), later, ended('n2', { status: 'interrupted' }), exits('late'));
    expect(results(events)).toEqual([
      ['completed', '', null],
      ['completed', 'late', 0],
    ]);
  });
});

test('output that was streamed whole is kept where Codex leaves out its middle', () => {
  const events = stream(starts, prints('head'), prints('middle'), prints('tail'), exits('head…tail'));
  expect(results(events)).toEqual([['completed', 'headmiddletail', null]]);
});

test('what a sub-agent’s command prints after its run stays in its thread', () => {
  const child = { threadId: 'child', turnId: 'x1' };
  const spawn = { type: 'collabAgentToolCall', id: 's1', tool: 'spawnAgent', receiverThreadIds: ['child'] };
  const of = ({ method, params }: Message): Message => ({ method: method!, params: { ...params, ...child } });
  const events = stream(
    item('completed', { ...spawn, status: 'completed' }),
    { method: 'turn/started', params: { threadId: 'child', turn: turn('x1') } },
    of(starts),
    of(prints('one\n')),
    { method: 'turn/completed', params: { threadId: 'child', turn: turn('x1', 'completed') } },
    of(prints('two\n')),
    ended('n1'),
    of(prints('three\n')),
    of(exits('one\ntwo\nthree\n')),
  );
  const ofShell = events.flatMap((event) =>
    event.type === 'item.completed' && event.data.item.native_item_id === 'c1' ? [event.data.item] : [],
  );
  expect(new Set(ofShell.map(({ thread_id }) => thread_id)).size).toBe(1);
  expect(ofShell[0]!.thread_id).not.toBeNull();
  expect(results(events).slice(1)).toEqual([
    ['completed', 'one\n', null],
    ['completed', 'two\n', 1],
    ['completed', 'three\n', 2],
  ]);
});
