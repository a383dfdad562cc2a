import { expect, test } from 'vitest';
import { mcpNotice, modelNotice, notice, plan, titleNotice } from '../../../src/agents/kit/notices.js';
import { Draft } from '../../../src/schema/index.js';

const item = { key: 'k', native_item_id: 'n', kind: 'status', role: 'assistant' };
const origin = { key: 'k', id: 'n' };

test.each([
  ['title', titleNotice(origin, 'Greeting'), 'Greeting', []],
  ['model', modelNotice(origin, 'm2'), 'm2', [{ model: 'm2' }]],
  ['mcp', mcpNotice(origin, 'demo', 'exited'), 'demo: exited', [{ server: 'demo', error: 'exited' }]],
  ['compaction', notice(origin, 'compaction', 'Done', { trigger: 'auto' }), 'Done', [{ trigger: 'auto' }]],
])('%s: a status item that is complete at once', (label, draft, detail, fields) => {
  const content = [{ type: 'status', label, detail }, ...fields.map((json) => ({ type: 'json', json }))];
  expect(Draft.parse(draft)).toEqual({ type: 'item.completed', item: { ...item, content } });
});

test('a notice may have no detail, and belong to a sub-agent', () => {
  expect(notice({ ...origin, thread: 't' }, 'rate_limit', null)).toEqual({
    type: 'item.completed',
    item: { ...item, thread: 't', content: [{ type: 'status', label: 'rate_limit' }] },
  });
});

test('plan: the whole list, and how much of it is done', () => {
  const entries = [
    { content: 'Look', status: 'completed', priority: 'high' },
    { content: 'Leap', status: 'in_progress' },
    { content: 'Land', status: 'pending' },
  ] as const;
  expect(plan(origin, entries)).toMatchObject({
    item: {
      content: [
        { label: 'plan', detail: '1 of 3 done' },
        { type: 'json', json: { entries } },
      ],
    },
  });
  expect(plan(origin, [])).toMatchObject({
    item: { content: [{ detail: '0 of 0 done' }, { json: { entries: [] } }] },
  });
});
