import { describe, expect, it } from 'vitest';
import type { ContentPart, Draft, DraftItem } from '../../src/schema/index.js';
import { LongDrafts } from '../../src/sessions/long-drafts.js';

const PART = 256 * 1024;
const LONG = `${'x'.repeat(PART - 1)}🎭${'y'.repeat(10)}`;

function completed(item: Partial<DraftItem>): Draft {
  return { type: 'item.completed', item: { key: 'k', kind: 'message', role: 'assistant', ...item } };
}

/** One word per portion; those that the agent did not write so are in brackets. */
function shown(drafts: LongDrafts, draft: Draft): string[] | null {
  const portions = drafts.portionsOf([draft]);
  return portions === null
    ? null
    : portions.map(({ draft: { type }, isNative }) => (isNative ? type : `(${type})`));
}

describe('long drafts', () => {
  it('are cut between code points', () => {
    const portions = new LongDrafts().portionsOf([{ type: 'item.delta', key: 'k', delta: LONG }])!;
    const deltas = portions.map(({ draft }) => (draft.type === 'item.delta' ? draft.delta : ''));
    expect(deltas.join('')).toBe(LONG);
    expect(deltas.map(({ length }) => length)).toEqual([PART - 1, 12]);
  });

  const result: ContentPart = { type: 'tool_result', call_id: 'c', output: LONG };
  it.each<[string, Partial<DraftItem>]>([
    ['a message', { content: [{ type: 'text', text: LONG }] }],
    ['a thought', { content: [{ type: 'reasoning', text: LONG, visibility: 'public' }] }],
    ['a tool result', { kind: 'tool_result', role: 'tool', content: [result], status: 'failed' }],
  ])('are started, streamed and completed if they come complete: %s', (_, item) => {
    const drafts = new LongDrafts();
    const draft = completed(item);
    expect(shown(drafts, draft)).toEqual([
      '(item.started)',
      '(item.delta)',
      '(item.delta)',
      'item.completed',
    ]);
    const [start, , , end] = drafts.portionsOf([draft])!.map((portion) => portion.draft);
    expect(JSON.stringify([start, end])).not.toContain('xxx');
    expect(start).not.toHaveProperty('item.status');
    expect(end).toMatchObject(item.status ? { item: { status: item.status } } : {});
  });

  it('are not started again', () => {
    const drafts = new LongDrafts();
    drafts.portionsOf([{ type: 'item.started', item: { key: 'k', kind: 'message', role: 'assistant' } }]);
    expect(shown(drafts, completed({ content: [{ type: 'text', text: LONG }] }))).toEqual([
      '(item.delta)',
      '(item.delta)',
      'item.completed',
    ]);
  });

  it('are left to the machine if some of their text was streamed: it compares them', () => {
    const drafts = new LongDrafts();
    drafts.portionsOf([{ type: 'item.delta', key: 'k', delta: 'x' }]);
    expect(shown(drafts, completed({ content: [{ type: 'text', text: LONG }] }))).toBeNull();
  });

  it.each<[string, Partial<DraftItem>]>([
    ['a short text', { content: [{ type: 'text', text: 'short' }] }],
    ["a user's message", { role: 'user', content: [{ type: 'text', text: LONG }] }],
    [
      'several texts',
      {
        content: [
          { type: 'reasoning', text: LONG, visibility: 'public' },
          { type: 'text', text: LONG },
        ],
      },
    ],
    ['a result inside a message', { content: [result] }],
  ])('are left as they are: %s', (_, item) => {
    expect(shown(new LongDrafts(), completed(item))).toBeNull();
  });

  it('remember the latest items only, however many an agent starts', () => {
    const drafts = new LongDrafts();
    for (let i = 0; i <= 10_000; i++) drafts.portionsOf([{ type: 'item.delta', key: `${i}`, delta: 'x' }]);
    const final = (key: string) => completed({ key, content: [{ type: 'text', text: LONG }] });
    expect(shown(drafts, final('0'))).toContain('(item.started)');
    expect(shown(drafts, final('1'))).toBeNull();
  });

  it('keep their place among other drafts', () => {
    const portions = new LongDrafts().portionsOf([
      { type: 'item.delta', key: 'a', delta: 'before' },
      { type: 'item.delta', key: 'a', delta: LONG },
      { type: 'item.delta', key: 'a', delta: 'after' },
    ])!;
    expect(portions.map(({ draft }) => (draft.type === 'item.delta' ? draft.delta : '')).join('')).toBe(
      `before${LONG}after`,
    );
  });
});
