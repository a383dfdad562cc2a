import { describe, expect, test } from 'vitest';
import type { ContentPart, EventSource, UniversalEvent, UniversalItem } from '../../src/schema/index.js';
import { type Fact, incomplete } from './completeness.js';

const base = { native_item_id: null, parent_id: null, thread_id: null, continues: null };

function item(item_id: string, kind: UniversalItem['kind'], ...content: ContentPart[]): UniversalItem {
  return { ...base, item_id, kind, role: 'assistant', content, status: 'completed' };
}

const text = (id: string, words: string) => item(id, 'message', { type: 'text', text: words });
const result = (id: string, output: string) =>
  item(id, 'tool_result', { type: 'tool_result', call_id: 'c', output });
const run: UniversalItem = {
  ...item('r', 'status', { type: 'status', label: 'agent', detail: 'helper' }),
  native_item_id: 'child',
  thread_id: 'call',
};

function stream(...items: UniversalItem[]): UniversalEvent[] {
  const event = (type: 'item.started' | 'item.completed', of: UniversalItem) => {
    const source: EventSource = of === run ? 'daemon' : 'agent';
    return { type, source, data: { item: of } } as UniversalEvent;
  };
  return items.flatMap((of) => [
    event('item.started', { ...of, status: 'in_progress' }),
    event('item.completed', of),
  ]);
}

const says = (words: string, thread: string | null = null): Fact => ({ thread, kind: 'text', text: words });

describe('incomplete', () => {
  test('finds nothing in a complete stream', () => {
    const helper = { ...text('2', 'from below'), thread_id: 'call' };
    const call = item('3', 'tool_call', {
      type: 'tool_call',
      name: 'shell',
      arguments: '{"command":"echo \\"a\\" b"}',
      call_id: 'c',
    });
    const facts: Fact[] = [
      says('one  two'),
      says('from below', 'child'),
      { thread: null, kind: 'call', text: 'echo "a" b' },
    ];
    expect(incomplete(facts, stream(run, text('1', 'one two'), helper, call))).toEqual([]);
  });

  test('reports what is missing, cut, repeated, out of order or made up', () => {
    expect(incomplete([says('one')], [])).toEqual(['text of the main thread: missing: "one"']);
    expect(incomplete([says('one two')], stream(text('1', 'one')))).toHaveLength(2);
    expect(incomplete([says('one')], stream(text('1', 'one'), text('2', 'one')))).toHaveLength(1);
    expect(incomplete([says('one'), says('two')], stream(text('1', 'two'), text('2', 'one')))).not.toEqual(
      [],
    );
    expect(incomplete([], stream(text('1', 'one')))).toEqual([
      'text of the main thread: not from the provider: "one"',
    ]);
  });

  test('reports words in another thread', () => {
    expect(incomplete([says('one', 'child')], stream(run, text('1', 'one')))).toHaveLength(2);
  });

  test('joins the pieces of a continued item', () => {
    const rest = { ...result('2', 'two'), continues: '1' };
    const facts: Fact[] = [{ thread: null, kind: 'result', text: 'one two' }];
    expect(incomplete(facts, stream(result('1', 'one '), rest))).toEqual([]);
    expect(incomplete(facts, stream(result('1', 'one '), result('2', 'two')))).not.toEqual([]);
  });
});
