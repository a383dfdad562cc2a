import { describe, expect, test } from 'vitest';
import { translator } from '../../../src/agents/codex/translate.js';
import type { DraftOf } from '../../../src/schema/index.js';
import { thread } from './fake-process.js';
import { item } from './native-messages.js';
import type { Message } from './recording.js';

/** The request that the last message becomes. */
function asked(...messages: Message[]): DraftOf<'permission.requested'> {
  let state = translator.initial(['/workspace/demo']);
  const drafts = [{ id: 1, result: thread('t1') }, ...messages].flatMap((message) => {
    const step = translator.translate(state, { from: 'agent', text: JSON.stringify(message) });
    state = step.state;
    return step.drafts;
  });
  return drafts.at(-1) as DraftOf<'permission.requested'>;
}

const request = (method: string, params: object): Message => ({
  method,
  id: 0,
  params: { threadId: 't1', turnId: 'n1', itemId: 'c1', ...params },
});

describe('a permission for a command', () => {
  const command = (params: object = {}) =>
    request('item/commandExecution/requestApproval', {
      reason: 'Run the same command?',
      command: "/bin/bash -lc 'echo same-command'",
      cwd: '/workspace/demo',
      ...params,
    });

  test('shows it without its shell, with the reason and what `always` covers', () => {
    const availableDecisions = [
      'accept',
      { acceptWithExecpolicyAmendment: { execpolicy_amendment: ['echo'] } },
      'cancel',
    ];
    expect(asked(command({ availableDecisions }))).toEqual({
      type: 'permission.requested',
      key: 'n1/request:0',
      action: 'command_execution',
      metadata: {
        tool: 'shell',
        kind: 'execute',
        title: 'echo same-command',
        input: { command: "/bin/bash -lc 'echo same-command'", cwd: '/workspace/demo' },
        command: 'echo same-command',
        reason: 'Run the same command?',
        replies: ['once', 'always', 'reject'],
        scope: 'this command in this folder, for the rest of this session',
        call_id: 'c1',
        native: { cwd: '/workspace/demo', available_decisions: availableDecisions },
      },
    });
  });

  test('can only be rejected where Codex offers no acceptance', () => {
    const { metadata } = asked(command({ availableDecisions: ['cancel'] }));
    expect(metadata.replies).toEqual(['reject']);
    expect(metadata).not.toHaveProperty('scope');
  });

  test('to use the network names the host', () => {
    const networkApprovalContext = { host: 'example.org', protocol: 'https' };
    expect(asked(command({ command: null, networkApprovalContext })).metadata).toMatchObject({
      kind: 'fetch',
      title: 'example.org',
      scope: 'network access to example.org, for the rest of this session',
      native: { network: networkApprovalContext },
    });
  });
});

describe('a permission for a patch', () => {
  const patch = (...changes: object[]) =>
    asked(
      item('started', { type: 'fileChange', id: 'c1', changes, status: 'inProgress' }),
      request('item/fileChange/requestApproval', { reason: null }),
    );
  const add = { path: '/workspace/demo/a.txt', kind: { type: 'add' }, diff: 'new\n' };

  test('proposes its changes, which the request does not repeat', () => {
    const move = {
      path: '/workspace/demo/b.txt',
      kind: { type: 'update', move_path: '/workspace/demo/c.txt' },
      diff: '@@ -1 +1 @@\n-x\n+y\n',
    };
    const gone = { path: '/workspace/demo/d.txt', kind: { type: 'delete' }, diff: 'old\n' };
    expect(patch(add, move, gone)).toEqual({
      type: 'permission.requested',
      key: 'n1/request:0',
      action: 'file_change',
      metadata: {
        tool: 'apply_patch',
        kind: 'edit',
        title: 'a.txt, b.txt → c.txt, d.txt',
        input: { changes: [add, move, gone] },
        paths: ['/workspace/demo/a.txt', '/workspace/demo/c.txt', '/workspace/demo/d.txt'],
        replies: ['once', 'always', 'reject'],
        scope: 'changes to these files, for the rest of this session',
        call_id: 'c1',
        native: {},
      },
      changes: [
        { type: 'write', path: '/workspace/demo/a.txt', content: 'new\n' },
        { type: 'diff', diff: '--- a/b.txt\n+++ b/c.txt\n@@ -1 +1 @@\n-x\n+y\n' },
        { type: 'delete', path: '/workspace/demo/d.txt' },
      ],
    });
  });

  test('of one file covers that file', () => {
    expect(patch(add).metadata.scope).toBe('changes to this file, for the rest of this session');
  });
});

test('a permission for more access says what for', () => {
  const permissions = {
    network: { enabled: true },
    fileSystem: {
      read: ['/etc/hosts'],
      write: null,
      entries: [
        { path: { type: 'path', path: '/workspace/demo/logs' }, access: 'write' },
        { path: { type: 'path', path: '/etc/hosts' }, access: 'read' },
        { path: { type: 'special', value: 'root' }, access: 'read' },
      ],
    },
  };
  const params = { cwd: '/workspace/demo', reason: 'Logs', permissions };
  expect(asked(request('item/permissions/requestApproval', params))).toMatchObject({
    action: 'permissions',
    metadata: {
      tool: 'request_permissions',
      kind: 'other',
      title: 'Write to logs; Read /etc/hosts; Network access',
      input: permissions,
      paths: ['/workspace/demo/logs', '/etc/hosts'],
      reason: 'Logs',
      replies: ['once', 'always', 'reject'],
      scope: 'this access, for the rest of this session',
      native: { cwd: '/workspace/demo' },
    },
  });
});

describe('a permission for an MCP tool', () => {
  const tool = (meta: object, message = 'Allow the demo MCP server to run tool "echo"?') =>
    asked(
      request('mcpServer/elicitation/request', {
        serverName: 'demo',
        mode: 'form',
        _meta: { codex_approval_kind: 'mcp_tool_call', tool_params: { text: 'hi' }, ...meta },
        message,
        requestedSchema: { type: 'object', properties: {} },
      }),
    );

  test('comes as an elicitation', () => {
    expect(tool({ persist: ['session', 'always'], tool_description: 'echoes' })).toEqual({
      type: 'permission.requested',
      key: 'n1/request:0',
      action: 'mcp_tool_call',
      metadata: {
        tool: 'mcp:demo.echo',
        kind: 'other',
        title: 'demo: echo',
        input: { text: 'hi' },
        replies: ['once', 'always', 'reject'],
        scope: 'the tool echo of demo, for the rest of this session',
        native: {
          server: 'demo',
          message: 'Allow the demo MCP server to run tool "echo"?',
          tool_description: 'echoes',
        },
      },
    });
  });

  test('covers one call where Codex does not remember it', () => {
    const { metadata } = tool({});
    expect(metadata.replies).toEqual(['once', 'reject']);
    expect(metadata).not.toHaveProperty('scope');
  });

  test('names the server if the message names no tool', () => {
    expect(tool({ persist: ['session'] }, 'Allow it?').metadata).toMatchObject({
      tool: 'mcp:demo',
      title: 'demo',
      scope: 'this tool of demo, for the rest of this session',
    });
  });
});
