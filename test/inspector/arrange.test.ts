import { describe, expect, it } from 'vitest';
import { Transcript, type UniversalEvent, type UniversalItem } from '../../src/client/index.js';
import { arrange, placeOf } from '../../src/inspector/chat/list/arrange.js';

type Given = Pick<UniversalItem, 'kind'> & Partial<UniversalItem>;

/** A transcript of items, with their keys as texts. */
function transcriptOf(items: Record<string, Given>): Transcript {
  const transcript = new Transcript();
  for (const [item_id, given] of Object.entries(items)) {
    const item: UniversalItem = {
      item_id,
      native_item_id: null,
      parent_id: null,
      role: 'assistant',
      content: [],
      status: 'completed',
      ...given,
    };
    const isRun = given.kind === 'status';
    transcript.apply({
      event_id: item_id,
      sequence: transcript.lastSequence + 1,
      time: '2026-01-01T00:00:00.000Z',
      session_id: 's',
      native_session_id: null,
      synthetic: isRun,
      source: isRun ? 'daemon' : 'agent',
      type: 'item.started',
      data: { item },
      raw: null,
    } satisfies UniversalEvent);
  }
  return transcript;
}

const message: Given = { kind: 'message' };
const call = (call_id: string, parent_id: string | null = null): Given => ({
  kind: 'tool_call',
  parent_id,
  content: [{ type: 'tool_call', name: 'tool', arguments: '{}', call_id }],
});
const result = (call_id: string): Given => ({
  kind: 'tool_result',
  content: [{ type: 'tool_result', call_id, output: '' }],
});
const run = (thread_id: string, parent_id: string | null): Given => ({
  kind: 'status',
  thread_id,
  parent_id,
  content: [{ type: 'status', label: 'agent', detail: 'task' }],
});
const inside = (thread_id: string): Given => ({ ...message, thread_id, parent_id: thread_id });
const thought = (parent_id: string): Given => ({
  kind: 'message',
  parent_id,
  content: [{ type: 'reasoning', text: 'hm', visibility: 'public' }],
});

/** The keys in reading order, with a dot per level. */
function shown(items: Record<string, Given>, folded: string[] = []): string[] {
  const entries = arrange(transcriptOf(items), (key) => folded.includes(key));
  return entries.map(({ row, depth }) => '.'.repeat(depth) + row.key);
}

describe('the reading order of a conversation', () => {
  it('shows results with their calls, and orphaned results by themselves', () => {
    expect(
      shown({ m: message, a: call('1'), b: call('2'), r1: result('1'), r2: result('2'), r3: result('3') }),
    ).toEqual(['m', 'a', 'b', 'r3']);
  });

  it('puts reasoning before the message it led to, in order', () => {
    expect(
      shown({ first: message, m: message, t1: thought('m'), t2: thought('m'), a: call('1', 'm') }),
    ).toEqual(['first', 't1', 't2', 'm', 'a']);
  });

  it('puts the rows of concurrent sub-agents of earlier versions under their calls, and collapses them', () => {
    const items = {
      m: message,
      a: call('1', 'm'),
      b: call('2', 'm'),
      a1: { ...message, parent_id: 'a' },
      b1: { ...message, parent_id: 'b' },
      a2: call('3', 'a1'),
      deep: { ...message, parent_id: 'a2' },
      b2: call('4', 'b1'),
      end: message,
    };
    expect(shown(items)).toEqual(['m', 'a', '.a1', '.a2', '..deep', 'b', '.b1', '.b2', 'end']);
    expect(shown(items, ['a'])).toEqual(['m', 'a', 'b', '.b1', '.b2', 'end']);
  });

  it('puts the rows of each thread under its call, which shows the first run', () => {
    const items = {
      m: message,
      a: { ...call('1', 'm'), thread_id: null },
      ra: run('a', 'a'),
      b: { ...call('2', 'm'), thread_id: null },
      rb: run('b', 'b'),
      a1: inside('a'),
      b1: inside('b'),
      a2: { ...call('3', 'a1'), thread_id: 'a' },
      deeper: run('a2', 'a2'),
      deep: inside('a2'),
      end: message,
      b2: inside('b'),
    };
    expect(shown(items)).toEqual(['m', 'a', '.a1', '.a2', '..deep', 'b', '.b1', '.b2', 'end']);
    expect(shown(items, ['a'])).toEqual(['m', 'a', 'b', '.b1', '.b2', 'end']);
  });

  it('puts the rows of a thread without a call of its own under its first run', () => {
    const items = {
      a: call('1'),
      r1: run('r1', 'a'),
      r2: run('r2', 'a'),
      x: inside('r1'),
      y: inside('r2'),
      b: { ...call('2'), thread_id: 'r2', parent_id: 'y' },
      r3: run('r3', 'b'),
      z: inside('r3'),
    };
    expect(shown(items)).toEqual(['a', 'r1', '.x', 'r2', '.y', '.b', '.r3', '..z']);
  });

  it('shows a later run of a thread in the thread', () => {
    const items = {
      a: call('1'),
      r1: run('a', 'a'),
      x: inside('a'),
      b: call('2'),
      r2: run('a', 'b'),
      y: inside('a'),
    };
    expect(shown(items)).toEqual(['a', '.x', '.r2', '.y', 'b']);
  });

  it('finds the row that shows an item without a row of its own', () => {
    const items = { m: message, a: call('1', 'm'), inside: { ...message, parent_id: 'a' }, r: result('1') };
    const transcript = transcriptOf(items);
    const place = (key: string, folded: string[] = []) =>
      placeOf(
        arrange(transcript, (each) => folded.includes(each)),
        transcript,
        key,
      );
    expect(place('r')).toBe(1);
    expect(place('inside')).toBe(2);
    expect(place('inside', ['a'])).toBe(1);
    expect(place('nobody')).toBe(-1);
  });
});
