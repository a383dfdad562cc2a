import { expect, test } from 'vitest';
import type { Native } from '../../../src/agents/mock/native.js';
import { drafts } from './native-drafts.js';

const contentOf = (message: Native) =>
  drafts(message).flatMap((draft) => ('item' in draft ? [draft.type, draft.item.content] : []));

test('a to-do list is a plan', () => {
  const tasks = [
    { text: 'Look', state: 'done', important: true },
    { text: 'Leap', state: 'active', important: false },
    { text: 'Land', state: 'open' },
  ] as const;
  expect(contentOf({ type: 'checklist', block: 'b1', tasks: [...tasks] })).toEqual([
    'item.completed',
    [
      { type: 'status', label: 'plan', detail: '1 of 3 done' },
      {
        type: 'json',
        json: {
          entries: [
            { content: 'Look', status: 'completed', priority: 'high' },
            { content: 'Leap', status: 'in_progress', priority: 'low' },
            { content: 'Land', status: 'pending' },
          ],
        },
      },
    ],
  ]);
});

test('a compaction is one item', () => {
  const begun = { type: 'compaction', block: 'b1', requested: false, size: 900 } as const;
  expect(contentOf({ ...begun, reduced_to: null })).toMatchObject([
    'item.started',
    [{ label: 'compaction' }, { json: { trigger: 'auto', before_tokens: 900 } }],
  ]);
  expect(contentOf({ ...begun, requested: true, reduced_to: 0 })).toEqual([
    'item.completed',
    [
      { type: 'status', label: 'compaction', detail: 'Compacted from 900 to 0 tokens' },
      { type: 'json', json: { trigger: 'manual', before_tokens: 900, after_tokens: 0 } },
    ],
  ]);
  expect(drafts({ ...begun, reduced_to: null }, { ...begun, reduced_to: 1 })).toMatchObject([
    { item: { key: 'b1' } },
    { item: { key: 'b1' } },
  ]);
});

test('a rate limit tells when it resets', () => {
  expect(contentOf({ type: 'limit_warning', block: 'b1', percent: 95, resets: 0 })).toEqual([
    'item.completed',
    [
      {
        type: 'status',
        label: 'rate_limit',
        detail: '95% of the limit is used; it resets at 1970-01-01T00:00:00.000Z',
      },
      { type: 'json', json: { used_percent: 95, resets_at: '1970-01-01T00:00:00.000Z' } },
    ],
  ]);
});

test('a failed server and another model', () => {
  expect(contentOf({ type: 'server_failed', block: 'b1', server: 's', error: 'e' })).toMatchObject([
    'item.completed',
    [{ label: 'mcp' }, { json: { server: 's', error: 'e' } }],
  ]);
  expect(contentOf({ type: 'model_changed', block: 'b1', model: 'm' })).toMatchObject([
    'item.completed',
    [{ label: 'model' }, { json: { model: 'm' } }],
  ]);
});
