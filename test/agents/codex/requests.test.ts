import { describe, expect, test } from 'vitest';
import { translator } from '../../../src/agents/codex/translate.js';
import type { Draft } from '../../../src/schema/index.js';
import { thread } from './fake-process.js';
import type { Message } from './recording.js';

function drafts(...messages: Message[]): Draft[] {
  let state = translator.initial();
  return [{ id: 1, result: thread('t1') }, ...messages].flatMap((message) => {
    const step = translator.translate(state, { from: 'agent', text: JSON.stringify(message) });
    state = step.state;
    return step.drafts;
  });
}

const request = (method: string, id: number | string, params: object): Message => ({
  method,
  id,
  params: { threadId: 't1', turnId: 'n1', itemId: 'c1', ...params },
});
const resolved = (requestId: number | string): Message => ({
  method: 'serverRequest/resolved',
  params: { threadId: 't1', requestId },
});

describe('permissions', () => {
  test('for a command show it, its folder, the reason and the possible decisions', () => {
    const asked = request('item/commandExecution/requestApproval', 0, {
      reason: 'Run the same command?',
      command: "/bin/bash -lc 'echo same-command'",
      cwd: '/workspace/demo',
      proposedExecpolicyAmendment: ['echo'],
      availableDecisions: [
        'accept',
        { acceptWithExecpolicyAmendment: { execpolicy_amendment: ['echo'] } },
        'cancel',
      ],
    });
    expect(drafts(asked).at(-1)).toEqual({
      type: 'permission.requested',
      key: 'n1/request:0',
      action: 'command_execution',
      metadata: {
        tool_name: 'shell',
        call_id: 'c1',
        command: "/bin/bash -lc 'echo same-command'",
        cwd: '/workspace/demo',
        reason: 'Run the same command?',
        input: { command: "/bin/bash -lc 'echo same-command'", cwd: '/workspace/demo' },
        options: ['accept', 'acceptWithExecpolicyAmendment', 'cancel'],
      },
    });
  });

  test('for a patch show its diff, which the request does not repeat', () => {
    const changes = [
      { path: '/workspace/demo/a.txt', kind: { type: 'add' }, diff: 'new\n' },
      {
        path: '/workspace/demo/b.txt',
        kind: { type: 'update', move_path: '/workspace/demo/c.txt' },
        diff: '@@ -1 +1 @@\n-x\n+y\n',
      },
    ];
    const item = { type: 'fileChange', id: 'c1', changes, status: 'inProgress' };
    const started: Message = { method: 'item/started', params: { threadId: 't1', turnId: 'n1', item } };
    expect(
      drafts(started, request('item/fileChange/requestApproval', 1, { reason: null })).at(-1),
    ).toMatchObject({
      action: 'file_change',
      metadata: {
        tool_name: 'apply_patch',
        paths: ['/workspace/demo/a.txt', '/workspace/demo/c.txt'],
        diff: '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+new\n--- a/b.txt\n+++ b/c.txt\n@@ -1 +1 @@\n-x\n+y\n',
        options: ['accept', 'acceptForSession', 'decline', 'cancel'],
      },
    });
  });

  test('for more access show the access', () => {
    const permissions = { network: null, fileSystem: { read: null, write: ['/home/user/logs'] } };
    const asked = request('item/permissions/requestApproval', 0, {
      cwd: '/workspace/demo',
      reason: 'Logs',
      permissions,
    });
    expect(drafts(asked).at(-1)).toMatchObject({
      action: 'permissions',
      metadata: { permissions, reason: 'Logs', options: ['turn', 'session'] },
    });
  });

  test('for an MCP tool come as an elicitation', () => {
    const asked = request('mcpServer/elicitation/request', 0, {
      serverName: 'demo',
      mode: 'form',
      _meta: {
        codex_approval_kind: 'mcp_tool_call',
        tool_description: 'echoes',
        tool_params: { text: 'hi' },
      },
      message: 'Allow the demo MCP server to run tool "echo"?',
      requestedSchema: { type: 'object', properties: {} },
    });
    expect(drafts(asked).at(-1)).toEqual({
      type: 'permission.requested',
      key: 'n1/request:0',
      action: 'mcp_tool_call',
      metadata: {
        tool_name: 'mcp:demo.echo',
        server: 'demo',
        reason: 'Allow the demo MCP server to run tool "echo"?',
        description: 'echoes',
        input: { text: 'hi' },
        options: ['accept', 'decline', 'cancel'],
      },
    });
  });
});

describe('questions', () => {
  test('of one request are one event', () => {
    const asked = request('item/tool/requestUserInput', 0, {
      questions: [
        {
          id: 'db',
          header: 'Database',
          question: 'Which?',
          options: [{ label: 'SQLite', description: 'Small.' }],
        },
        { id: 'name', header: 'Name', question: 'How called?', options: null },
      ],
    });
    expect(drafts(asked).at(-1)).toEqual({
      type: 'question.requested',
      key: 'n1/request:0',
      questions: [
        {
          header: 'Database',
          prompt: 'Which?',
          options: [{ label: 'SQLite', description: 'Small.' }],
          multi_select: false,
        },
        { header: 'Name', prompt: 'How called?', options: [], multi_select: false },
      ],
    });
  });

  test('of a form are one per field', () => {
    const asked = request('mcpServer/elicitation/request', 0, {
      serverName: 'demo',
      mode: 'form',
      _meta: null,
      message: 'Which colour?',
      requestedSchema: {
        type: 'object',
        properties: {
          colour: { type: 'string', enum: ['red', 'blue'] },
          sure: { type: 'boolean', title: 'Sure?', description: 'Think again' },
          tags: { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } },
        },
      },
    });
    expect(drafts(asked).at(-1)).toMatchObject({
      questions: [
        { header: 'colour', prompt: 'Which colour?', options: [{ label: 'red' }, { label: 'blue' }] },
        {
          header: 'Sure?',
          prompt: 'Which colour?\nThink again',
          options: [{ label: 'true' }, { label: 'false' }],
        },
        { header: 'tags', options: [{ label: 'A' }], multi_select: true },
      ],
    });
  });

  test('of a form without fields are one, to accept or decline', () => {
    const asked = request('mcpServer/elicitation/request', 0, {
      turnId: null,
      serverName: 'demo',
      mode: 'url',
      _meta: null,
      message: 'Log in',
      url: 'https://example.org',
    });
    expect(drafts(asked).at(-1)).toMatchObject({
      key: 't1/request:0',
      questions: [
        { prompt: 'Log in\nhttps://example.org', options: [{ label: 'accept' }, { label: 'decline' }] },
      ],
    });
  });
});

describe('a request that the agent resolves', () => {
  const command = request('item/commandExecution/requestApproval', 0, { command: 'ls' });
  const question = request('item/tool/requestUserInput', 'q', {
    questions: [{ id: 'a', header: '', question: '?', options: null }],
  });

  test('is withdrawn once, as the kind that it was', () => {
    expect(drafts(command, question, resolved(0), resolved('q'), resolved(0)).slice(-2)).toEqual([
      { type: 'permission.resolved', key: 'n1/request:0', reply: 'cancelled' },
      { type: 'question.resolved', key: 'n1/request:q', answers: null },
    ]);
  });

  test('is ignored if it is unknown or of an earlier turn', () => {
    const turn = { id: 'n1', status: 'interrupted', error: null };
    const over: Message = { method: 'turn/completed', params: { threadId: 't1', turn } };
    expect(drafts(resolved(5)).slice(1)).toEqual([]);
    expect(drafts(command, over, resolved(0)).at(-1)).toMatchObject({ type: 'turn.ended' });
  });
});
