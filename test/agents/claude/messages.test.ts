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

/** The text and status of each message in a session. */
function messages(...lines: object[]) {
  const rig = session(...lines);
  expect(violations(rig.events)).toEqual([]);
  return items(rig)
    .filter(({ kind }) => kind === 'message')
    .map(({ content, status }) => [textOf(content), status]);
}

describe('a message of several blocks becomes one item', () => {
  test('when streamed', () => {
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

  test('when not streamed', () => {
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

  test('takes a block without deltas from its assistant line', () => {
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

  test('does not repeat text if the assistant line is late', () => {
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

describe('interrupted messages', () => {
  test('fails when the next message starts', () => {
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

  test('becomes a second item if it starts again under the same id', () => {
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

  test('fails if its line is aborted', () => {
    expect(messages(assistant('m1', text('ha'), { aborted: true }), result())).toEqual([['ha', 'failed']]);
  });

  test('fails its open tool call and reasoning', () => {
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

  test('ignores deltas and ends of a message that never started', () => {
    const lines = [stream.block(text('')), stream.text('x'), stream.thinking('y'), stream.stop()];
    expect(messages(...lines)).toEqual([]);
    expect(messages(...lines, assistant('m1', text('x')), result())).toEqual([['x', 'completed']]);
  });
});

describe('reasoning', () => {
  const reasoning = (...lines: object[]) =>
    items(session(...lines)).flatMap(({ content }) => content.filter(({ type }) => type === 'reasoning'));

  test('makes each thinking block an item, streamed or not', () => {
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

  test('makes redacted thinking private and empty', () => {
    expect(reasoning(assistant('m1', { type: 'redacted_thinking', data: 'xyz' }), result())).toEqual([
      { type: 'reasoning', text: '', visibility: 'private' },
    ]);
  });
});

describe('sub-agents', () => {
  const sub = { parent_tool_use_id: 'agent-1' };

  test('keeps concurrent sub-agents apart', () => {
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

test('passes an unknown block through unchanged', () => {
  const block = { type: 'hologram', data: [1, 2] };
  const rig = session(assistant('m1', block), result());
  expect(violations(rig.events)).toEqual([]);
  expect(items(rig)[0]).toMatchObject({ kind: 'unknown', content: [{ type: 'json', json: block }] });
});
