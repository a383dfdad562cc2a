import { describe, expect, test } from 'vitest';
import { textOf } from '../../../src/schema/index.js';
import { violations } from '../../support/invariants.js';
import {
  assistant,
  items,
  result,
  session,
  stream,
  text,
  thinking,
  toolResult,
  toolUse,
} from './native-lines.js';

/** The messages of a session: their texts and how they ended. */
function messages(...lines: object[]) {
  const rig = session(...lines);
  expect(violations(rig.events)).toEqual([]);
  return items(rig)
    .filter(({ kind }) => kind === 'message')
    .map(({ content, status }) => [textOf(content), status]);
}

describe('one message of several blocks is one item', () => {
  test('with a stream', () => {
    expect(
      messages(
        stream.start('m1'),
        stream.block(text('')),
        stream.text('First, '),
        assistant('m1', text('First, ')),
        stream.block(toolUse('t1')),
        assistant('m1', toolUse('t1')),
        stream.block(text('')),
        stream.text('then.'),
        assistant('m1', text('then.')),
        stream.stop(),
        result(),
      ),
    ).toEqual([['First, then.', 'completed']]);
  });

  test('without', () => {
    expect(
      messages(
        assistant('m1', text('First, ')),
        assistant('m1', toolUse('t1')),
        assistant('m1', text('then.')),
        toolResult('t1', 'ok'),
        assistant('m2', text('Done.')),
        result(),
      ),
    ).toEqual([
      ['First, then.', 'completed'],
      ['Done.', 'completed'],
    ]);
  });

  test('a block that had no deltas is taken from its line', () => {
    expect(
      messages(
        stream.start('m1'),
        stream.block(text('')),
        assistant('m1', text('whole')),
        stream.block(text('')),
        stream.text(', streamed'),
        assistant('m1', text(', streamed')),
        stream.stop(),
      ),
    ).toEqual([['whole, streamed', 'completed']]);
  });

  test('a line that comes after the next block began repeats nothing', () => {
    expect(
      messages(
        stream.start('m1'),
        stream.block(text('')),
        stream.text('a'),
        stream.block(text('')),
        assistant('m1', text('a')),
        stream.text('b'),
        assistant('m1', text('b')),
        stream.stop(),
      ),
    ).toEqual([['ab', 'completed']]);
  });
});

describe('messages that are cut', () => {
  test('the next one ends it, and it has failed', () => {
    expect(
      messages(
        stream.start('m1'),
        stream.block(text('')),
        stream.text('half'),
        stream.start('m2'),
        stream.block(text('')),
        stream.text('half and half'),
        stream.stop(),
      ),
    ).toEqual([
      ['half', 'failed'],
      ['half and half', 'completed'],
    ]);
  });

  test('one that begins again under its own id is another item', () => {
    expect(
      messages(
        stream.start('m1'),
        stream.block(text('')),
        stream.text('half'),
        stream.start('m1'),
        stream.block(text('')),
        stream.text('half and half'),
        assistant('m1', text('half and half')),
        stream.stop(),
      ),
    ).toEqual([
      ['half', 'failed'],
      ['half and half', 'completed'],
    ]);
  });

  test('an aborted line has failed', () => {
    expect(messages(assistant('m1', text('ha'), { aborted: true }), result())).toEqual([['ha', 'failed']]);
  });

  test('a tool call and a thought that never came to their end', () => {
    const rig = session(
      stream.start('m1'),
      stream.block({ type: 'thinking', thinking: '' }),
      stream.thinking('hm'),
      stream.block(toolUse('t1', 'Write')),
      stream.stop({ abandoned_blocks: { from_block_index: 0 } }),
      result(),
    );
    expect(violations(rig.events)).toEqual([]);
    expect(items(rig).map(({ kind, status }) => [kind, status])).toEqual([
      ['message', 'failed'],
      ['tool_call', 'failed'],
      ['message', 'failed'],
    ]);
  });

  test('deltas and ends of a message that never began', () => {
    const lines = [stream.block(text('')), stream.text('x'), stream.thinking('y'), stream.stop()];
    expect(messages(...lines)).toEqual([]);
    expect(messages(...lines, assistant('m1', text('x')), result())).toEqual([['x', 'completed']]);
  });
});

describe('reasoning', () => {
  const reasoning = (...lines: object[]) =>
    items(session(...lines)).flatMap(({ content }) => content.filter(({ type }) => type === 'reasoning'));

  test('streamed and not, each thought is an item', () => {
    const rig = session(
      stream.start('m1'),
      stream.block({ type: 'thinking', thinking: '' }),
      stream.thinking('one'),
      assistant('m1', thinking('one')),
      stream.stop(),
      assistant('m2', thinking('two')),
      assistant('m2', thinking('three')),
      assistant('m2', text('said')),
      result(),
    );
    expect(violations(rig.events)).toEqual([]);
    const all = items(rig);
    const parents = new Map(all.map((item) => [item.item_id, item.native_item_id]));
    const thoughts = all.filter(({ content }) => content[0]?.type === 'reasoning');
    expect(thoughts.map((item) => [textOf(item.content), parents.get(item.parent_id!)])).toEqual([
      ['one', 'm1'],
      ['two', 'm2'],
      ['three', 'm2'],
    ]);
  });

  test('redacted thinking is private and says nothing', () => {
    expect(reasoning(assistant('m1', { type: 'redacted_thinking', data: 'xyz' }), result())).toEqual([
      { type: 'reasoning', text: '', visibility: 'private' },
    ]);
  });
});

describe('subagents', () => {
  const sub = { parent_tool_use_id: 'agent-1' };

  test('what they say belongs to their tool call, and may go on after the turn', () => {
    const rig = session(
      assistant('m1', toolUse('agent-1', 'Agent', { prompt: 'p' })),
      toolResult('agent-1', 'started'),
      assistant('s1', text('Reading'), sub),
      result(),
      assistant('s1', text(' on'), sub),
      { ...toolResult('agent-1', 'done'), parent_tool_use_id: null },
    );
    expect(violations(rig.events)).toEqual([]);
    const all = items(rig);
    const call = all.find(({ kind }) => kind === 'tool_call')!;
    expect(all.filter(({ parent_id }) => parent_id === call.item_id).map((item) => item.content)).toEqual([
      [text('Reading')],
      [text(' on')],
    ]);
  });

  test('two at once do not mix', () => {
    const rig = session(
      assistant('m1', toolUse('agent-1', 'Agent')),
      assistant('m1', toolUse('agent-2', 'Agent')),
      assistant('s1', text('a'), sub),
      assistant('s2', text('x'), { parent_tool_use_id: 'agent-2' }),
      assistant('s1', text('b'), sub),
      assistant('s2', text('y'), { parent_tool_use_id: 'agent-2' }),
      result(),
    );
    expect(violations(rig.events)).toEqual([]);
    expect(
      items(rig)
        .map(({ content }) => textOf(content))
        .filter(Boolean),
    ).toEqual(['ab', 'xy']);
  });
});

test('a block that we have no word for is shown as it came', () => {
  const block = { type: 'hologram', data: [1, 2] };
  const rig = session(assistant('m1', block), result());
  expect(violations(rig.events)).toEqual([]);
  expect(items(rig)[0]).toMatchObject({ kind: 'unknown', content: [{ type: 'json', json: block }] });
});
