import { describe, expect, test } from 'vitest';
import type { ClaudeNotice } from '../../../src/agents/claude/translate.js';
import { drafts, items, result, session, system } from './native-lines.js';

/** The status items of a session: label, detail, fields and status. */
function notices(...lines: object[]) {
  return items(session(...lines)).flatMap(({ kind, content, status }) => {
    const [part, fields] = content;
    if (kind !== 'status' || part?.type !== 'status') return [];
    const json = fields?.type === 'json' ? fields.json : undefined;
    return [{ label: part.label, detail: part.detail, json, status }];
  });
}

test('tells that a conversation was lost', () => {
  expect(notices({ type: 'started-over', id: 'u1' } satisfies ClaudeNotice)).toEqual([
    {
      label: 'Conversation lost',
      detail: 'Claude had not stored it yet, so it begins a new one',
      json: undefined,
      status: 'failed',
    },
  ]);
});

describe('compaction', () => {
  const begins = system('status', { status: 'compacting' });
  const succeeds = system('status', { status: null, compact_result: 'success' });
  const fails = (compact_error: string) =>
    system('status', { status: null, compact_result: 'failed', compact_error });
  const boundary = (compact_metadata: object) => system('compact_boundary', { compact_metadata });

  test('is one item, which ends with the numbers', () => {
    const details = { trigger: 'auto', pre_tokens: 190008, post_tokens: 2654 };
    const [started, completed, ...others] = drafts(begins, succeeds, boundary(details));
    expect(started).toMatchObject({ type: 'item.started' });
    expect(completed).toMatchObject({
      type: 'item.completed',
      item: {
        key: started?.type === 'item.started' ? started.item.key : '',
        content: [
          { label: 'compaction', detail: 'Compacted automatically: from 190,008 to 2,654 tokens' },
          { json: { trigger: 'auto', before_tokens: 190008, after_tokens: 2654 } },
        ],
      },
    });
    expect(others).toEqual([]);
  });

  test('may not be announced, or lack the numbers', () => {
    expect(notices(boundary({ trigger: 'manual', pre_tokens: 427 }))).toMatchObject([
      { detail: 'Compacted: from 427 tokens', json: { trigger: 'manual', before_tokens: 427 } },
    ]);
    expect(notices(begins, succeeds, result())).toMatchObject([{ detail: 'Compacted', status: 'completed' }]);
  });

  test('may fail, or be cut off', () => {
    expect(notices(begins, fails('too_few_groups'))).toMatchObject([
      {
        detail: 'Compaction failed: too few groups',
        json: { error: 'too few groups' },
        status: 'failed',
      },
    ]);
    expect(notices(fails('API Error: 403'))).toMatchObject([{ json: { error: 'API Error: 403' } }]);
    expect(notices(begins, result())).toMatchObject([{ label: 'compaction', status: 'failed' }]);
  });
});

describe('rate limit', () => {
  const limit = (rate_limit_info: object) => ({
    type: 'rate_limit_event',
    rate_limit_info,
    uuid: 'u1',
    session_id: 's',
  });

  test.each([
    ['allowed', { status: 'allowed', rateLimitType: 'five_hour', utilization: 0.1 }, []],
    [
      'close',
      { status: 'allowed_warning', rateLimitType: 'five_hour', utilization: 0.93, resetsAt: 1900000000 },
      [
        {
          detail: '93% of the five hour limit are used; it resets at 2030-03-17T17:46:40.000Z',
          json: {
            reached: false,
            used_percent: 93,
            window_minutes: 300,
            resets_at: '2030-03-17T17:46:40.000Z',
          },
        },
      ],
    ],
    [
      'reached',
      { status: 'rejected', rateLimitType: 'seven_day' },
      [{ detail: 'The seven day limit is reached', json: { reached: true, window_minutes: 10080 } }],
    ],
    [
      'of unknown size',
      { status: 'allowed_warning' },
      [{ detail: 'The usage limit is close', json: { reached: false } }],
    ],
  ])('%s', (_, info, expected) => {
    expect(notices(limit(info))).toMatchObject(expected);
  });
});

describe('permission mode', () => {
  const status = (permissionMode: string) => system('status', { status: null, permissionMode });
  const settings = (agentMode: string, permissionMode: 'default' | 'plan' | 'bypass'): ClaudeNotice => ({
    type: 'settings',
    settings: { agentMode, permissionMode },
  });

  test('that was requested is not announced again', () => {
    expect(notices(settings('default', 'plan'), status('plan'))).toEqual([]);
    expect(notices(settings('plan', 'default'), status('plan'))).toEqual([]);
    expect(notices(system('init', { permissionMode: 'acceptEdits' }), status('acceptEdits'))).toEqual([]);
  });

  test('that the CLI has changed is announced', () => {
    expect(notices(settings('default', 'plan'), status('default'), status('default'))).toMatchObject([
      { label: 'settings', detail: 'permissions: default', json: { permission_mode: 'default' } },
    ]);
  });

  test('is called as in the session', () => {
    expect(notices(settings('default', 'bypass'), status('plan'), status('default'))).toMatchObject([
      { json: { permission_mode: 'plan' } },
      { json: { permission_mode: 'bypass' } },
    ]);
    expect(notices(settings('plan', 'default'), status('default'))).toMatchObject([
      { json: { mode: 'default', permission_mode: 'default' } },
    ]);
  });
});

describe('MCP servers', () => {
  let requests = 0;
  const report = (...mcpServers: object[]) => ({
    type: 'control_response',
    response: { subtype: 'success', request_id: `r${++requests}`, response: { mcpServers } },
  });
  const broken = { name: 'demo', status: 'failed', error: 'ENOENT' };

  test('that do not work are announced with their errors', () => {
    const others = [
      { name: 'good', status: 'connected' },
      { name: 'slow', status: 'pending' },
      { name: 'off', status: 'disabled' },
    ];
    const remote = { name: 'remote', status: 'needs-auth' };
    expect(notices(report(broken, remote, ...others))).toMatchObject([
      { label: 'mcp', detail: 'demo: ENOENT', json: { server: 'demo', error: 'ENOENT' } },
      { label: 'mcp', json: { server: 'remote', error: 'authentication required' } },
    ]);
  });

  test('are announced once per failure', () => {
    const other = { ...broken, error: 'Connection closed' };
    expect(notices(report(broken), report(broken), report(other))).toHaveLength(2);
    const works = system('init', { mcp_servers: [{ name: 'demo', status: 'connected' }] });
    expect(notices(report(broken), works, report(broken, { name: 'x', status: 'connected' }))).toHaveLength(
      2,
    );
  });

  test('are announced without an error if the CLI does not tell', () => {
    expect(notices({ type: 'mcp', id: 'n1', servers: ['demo'] })).toMatchObject([
      { label: 'mcp', json: { server: 'demo', error: 'could not be started' } },
    ]);
  });
});

test('a title is a notice', () => {
  const rig = session(system('session_title_changed', { title: 'My title' }));
  expect(rig.snapshot.context.providerTitle).toBe('My title');
});
