import { describe, expect, it } from 'vitest';
import type {
  ContentPart,
  DataOf,
  PermissionData,
  UniversalEvent,
  UniversalItem,
} from '../../../src/schema/index.js';
import { paragraphOf } from '../../../src/server/content/markdown.js';

type Given = Pick<UniversalEvent, 'type' | 'data'>;

const paragraph = (given: Given) => paragraphOf(given as UniversalEvent);

function item(kind: UniversalItem['kind'], ...content: ContentPart[]): string | null {
  const names = { item_id: 'itm_1', native_item_id: null, parent_id: null, role: null };
  return paragraph({
    type: 'item.completed',
    data: { item: { ...names, kind, content, status: 'completed' } },
  });
}

function permission(type: 'permission.requested' | 'permission.resolved', data: Partial<PermissionData>) {
  const defaults = { permission_id: 'perm_1', action: 'file_change', status: 'requested' as const };
  return paragraph({ type, data: { ...defaults, metadata: {}, ...data } });
}

describe('a Markdown transcript', () => {
  it('names tool calls by their kind and title', () => {
    const call = { type: 'tool_call', name: 'x', arguments: '{"a":1}', call_id: 'c' } as const;
    expect(item('tool_call', { ...call, kind: 'execute', title: 'echo `date`' })).toBe(
      '**Run** `` echo `date` ``',
    );
    expect(item('tool_call', { ...call, kind: 'search', title: 'TODO' })).toBe('**Search** `TODO`');
  });

  it('shows calls before 0.3 by their name and arguments', () => {
    const call = { type: 'tool_call', name: 'x', arguments: '{"a":1}', call_id: 'c' } as const;
    expect(item('tool_call', call)).toBe('**Use** `x {"a":1}`');
  });

  it('shows a plan as a task list', () => {
    const entries = [
      { content: 'Read', status: 'completed' },
      { content: 'Write\nall of it', status: 'in_progress' },
      { content: 'Test', status: 'pending' },
    ];
    expect(
      item(
        'status',
        { type: 'status', label: 'plan', detail: '1 of 3 done' },
        { type: 'json', json: { entries } },
      ),
    ).toBe('*Plan: 1 of 3 done*\n\n- [x] Read\n- [ ] Write all of it *(in progress)*\n- [ ] Test');
  });

  it.each([
    ['rate_limit', 'resets at 17:00', '*Rate limit: resets at 17:00*'],
    ['mcp', 'github: refused', '*MCP server: github: refused*'],
    ['model', 'small', '*Model: small*'],
    ['Indexing', '2 files', '*Indexing: 2 files*'],
    ['context_compaction', null, '*context compaction*'],
  ])('shows the notice %s in words, without its fields', (label, detail, text) => {
    const fields: ContentPart = { type: 'json', json: { until: 5 } };
    expect(item('status', { type: 'status', label, detail }, fields)).toBe(text);
  });

  it('tells a retry from an error, with the cause', () => {
    const error = (details: DataOf<'error'>['details']) =>
      paragraph({ type: 'error', data: { message: 'no', code: null, details } });
    expect(error({ retryable: true, category: 'overloaded', status: 529 })).toBe(
      '> **Retrying** (Overloaded 529) no',
    );
    expect(error({ retryable: false, category: 'auth' })).toBe('> **Error** (Authentication) no');
    expect(error({})).toBe('> **Error** no');
  });

  it('shows what an approval would change, and its outcome', () => {
    const diff = '--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-lost\n+new';
    const metadata = { kind: 'edit', title: 'a.ts', diff, reason: 'to fix it' } as const;
    expect(permission('permission.requested', { metadata })).toBe(
      `> **Permission** Edit \`a.ts\`\n> to fix it\n\n\`\`\`diff\n${diff}\n\`\`\``,
    );
    expect(permission('permission.resolved', { metadata: { ...metadata, reply: 'always' } })).toBe(
      '> **Permission** `a.ts`: always allowed',
    );
  });

  it('names permissions before 0.3 by their command, files or action', () => {
    const title = (metadata: PermissionData['metadata']) => permission('permission.requested', { metadata });
    expect(title({ command: 'ls' })).toBe('> **Permission** Use `ls`');
    expect(title({ paths: ['a', 'b'] })).toBe('> **Permission** Use `a, b`');
    expect(title({ tool_name: 'x' })).toBe('> **Permission** Use `file_change`');
  });
});
