import { describe, expect, it } from 'vitest';
import { permissionOf, planOf, Transcript, toolCallOf, type UniversalItem } from '../../src/client/index.js';
import type { PermissionData, UniversalEvent } from '../../src/schema/index.js';
import { earlierFolder, earlierVersions } from '../support/data-folders.js';

function permission(action: string, metadata: PermissionData['metadata']): PermissionData {
  return { permission_id: 'perm_1', action, status: 'requested', metadata };
}

describe('a permission', () => {
  it('has the details of the vocabulary, whatever the action is called', () => {
    const metadata = {
      tool: 'Shell',
      kind: 'execute',
      title: 'npm test',
      input: { run: 'npm test' },
      command: 'npm test',
      paths: ['.'],
      diff: '--- a/x',
      replies: ['once', 'reject'],
      scope: 'npm commands',
      reason: 'it was asked for',
    } as const;
    expect(
      permissionOf(permission('anything', { ...metadata, paths: ['.'], replies: ['once', 'reject'] })),
    ).toEqual({ ...metadata, brings: null });
  });

  it('without optional details has none of them', () => {
    const metadata = {
      tool: 't',
      kind: 'other',
      title: 'a title',
      input: {},
      replies: [],
      native: { command: 'x' },
    };
    expect(permissionOf(permission('command_execution', metadata as never))).toEqual({
      tool: 't',
      kind: 'other',
      title: 'a title',
      input: {},
      command: null,
      paths: [],
      brings: null,
      diff: null,
      replies: [],
      scope: null,
      reason: null,
    });
  });

  it('to trust a folder has what it brings, file by file, and nothing that is no such part', () => {
    const part = { path: '/w/.mcp.json', brings: ['the MCP server x: y'] };
    const metadata = { tool: 'trust_folder', kind: 'other', input: { brings: [part, { path: 1 }, null] } };
    expect(permissionOf(permission('trust_folder', metadata as never)).brings).toEqual([part]);
  });

  it.each([
    ['command_execution', { command: 'rm x', tool_name: 'shell' }, 'shell', 'execute', 'rm x'],
    ['command_execution', { command: 'a\n  b' }, 'command execution', 'execute', 'a b'],
    ['file_change', { paths: ['a', 'b'], tool_name: 'edit' }, 'edit', 'edit', 'a, b'],
    ['tool_use', { tool_name: 'browser' }, 'browser', 'other', 'browser'],
    ['launch_rocket', { input: { to: 'moon' } }, 'launch rocket', 'other', 'launch rocket'],
  ])('before 0.3 is described by what it had: %s %j', (action, metadata, tool, kind, title) => {
    expect(permissionOf(permission(action, metadata))).toMatchObject({
      tool,
      kind,
      title,
      replies: ['once', 'always', 'reject'],
    });
  });
});

describe('a tool call', () => {
  const call = { type: 'tool_call', name: 'grep', arguments: '{"text":"x\\ny"}', call_id: 'c' } as const;

  it('has its kind, title and parsed arguments', () => {
    expect(toolCallOf({ ...call, kind: 'search', title: 'x in src' })).toEqual({
      name: 'grep',
      kind: 'search',
      title: 'x in src',
      input: { text: 'x\ny' },
    });
  });

  it('keeps arguments that are not JSON as text', () => {
    expect(toolCallOf({ ...call, arguments: '{"half":' }).input).toBe('{"half":');
  });

  it('before 0.3 is of the kind other, with its name and arguments as the title', () => {
    expect(toolCallOf(call)).toMatchObject({ kind: 'other', title: 'grep {"text":"x\\ny"}' });
    expect(toolCallOf({ ...call, arguments: '{}' })).toMatchObject({ title: 'grep' });
    expect(toolCallOf({ ...call, arguments: 'x'.repeat(5000) }).title).toHaveLength(200);
  });
});

it.each(earlierVersions)('%s stored permissions and tool calls that all have a title', async (version) => {
  const { events } = await earlierFolder(version);
  const titles = [...events.values()].flat().flatMap((text) => {
    const event = JSON.parse(text) as UniversalEvent;
    if (event.type === 'permission.requested') return permissionOf(event.data).title;
    if (event.type !== 'item.completed') return [];
    return event.data.item.content.flatMap((part) =>
      part.type === 'tool_call' ? toolCallOf(part).title : [],
    );
  });
  expect(titles.length).toBeGreaterThan(3);
  expect(titles).not.toContain('');
});

const entries = [{ content: 'Read', status: 'completed' as const }];

function planItem(item_id: string, thread_id: string | null, label = 'plan'): UniversalItem {
  return {
    item_id,
    native_item_id: null,
    parent_id: null,
    thread_id,
    kind: 'status',
    role: null,
    content: [
      { type: 'status', label, detail: null },
      { type: 'json', json: { entries } },
    ],
    status: 'completed',
  };
}

describe('a plan', () => {
  it('is read from its notice', () => {
    expect(planOf(planItem('a', null))).toEqual(entries);
    expect(planOf(planItem('a', null, 'settings'))).toBeNull();
    expect(planOf({ ...planItem('a', null), kind: 'message' })).toBeNull();
    expect(planOf({ ...planItem('a', null), content: [{ type: 'status', label: 'plan' }] })).toBeNull();
  });

  it('is the latest of its thread', () => {
    const transcript = new Transcript();
    const apply = (type: string, item: UniversalItem) =>
      transcript.apply({
        type,
        data: { item },
        sequence: transcript.lastSequence + 1,
        time: '',
        source: 'agent',
      } as never);
    for (const [id, thread] of [
      ['a', null],
      ['b', 'sub'],
      ['c', null],
    ] as const) {
      apply('item.started', { ...planItem(id, thread), content: [], status: 'in_progress' });
      apply('item.completed', planItem(id, thread));
    }
    expect(transcript.planOf(null)?.key).toBe('c');
    expect(transcript.planOf('sub')?.key).toBe('b');
    expect(transcript.planOf('other')).toBeUndefined();
  });
});

describe('a turn', () => {
  it('has the model that answered and the context as of its end', () => {
    const transcript = new Transcript();
    const time = '2026-01-01T00:00:00.000Z';
    const context = { used_tokens: 10, window_tokens: 100 };
    const apply = (type: string, metadata: object) =>
      transcript.apply({
        type,
        data: { turn_id: 't', metadata },
        sequence: transcript.lastSequence + 1,
        time,
      } as never);
    apply('turn.started', { model: 'large' });
    expect(transcript.turn).toMatchObject({ model: 'large', context: null });
    apply('turn.ended', { outcome: 'completed', context });
    apply('turn.started', { model: 'large' });
    apply('turn.ended', { outcome: 'completed', model: 'small' });
    expect(transcript.turns).toMatchObject([
      { model: 'large', context },
      { model: 'small', context: null },
    ]);
  });
});
