import { describe, expect, test } from 'vitest';
import { changesOf, commandOf, labelOf, pathsOf } from '../../../src/agents/amp/tools.js';
import { assistant, draftsOf, items, notice, text, toolResult, toolUse } from './native-lines.js';

function resultOf(name: string, input: unknown, content: unknown, is_error = false) {
  const call = assistant([toolUse('t1', name, input)], { stop_reason: 'tool_use' });
  return items(call, toolResult('t1', content, is_error)).find(({ kind }) => kind === 'tool_result')!;
}

describe('commands', () => {
  test.each([
    ['Bash', { cmd: 'ls' }, 'ls'],
    ['shell_command', { command: 'ls' }, 'ls'],
    ['async_shell_command', { command: 'ls' }, 'ls'],
    ['Bash', {}, null],
    ['Bash', 'ls', null],
    ['Read', { cmd: 'ls' }, null],
  ])('the command of %s %j is %s', (tool, input, command) => {
    expect(commandOf(tool, input)).toBe(command);
  });

  test.each([
    ['{"output":"a\\n","exitCode":0}', 'a\n', 'completed', [{ exit_code: 0 }]],
    ['{"output":"no","exitCode":127}', 'no', 'failed', [{ exit_code: 127 }]],
    ['{"output":"still","exitCode":null}', 'still', 'completed', []],
    ['{"other":"JSON"}', '{"other":"JSON"}', 'completed', []],
    ['plain', 'plain', 'completed', []],
  ])('%s', (content, output, status, facts) => {
    const item = resultOf('Bash', { cmd: 'x' }, content);
    expect(item.status).toBe(status);
    expect(item.content).toEqual([
      { type: 'tool_result', call_id: 't1', output },
      ...facts.map((json) => ({ type: 'json', json })),
    ]);
  });

  test('leave the output of other tools unchanged', () => {
    const report = '{"output":"no","exitCode":1}';
    expect(resultOf('mcp__x__y', {}, report)).toMatchObject({
      status: 'completed',
      content: [{ output: report }],
    });
  });
});

describe('files', () => {
  const patch = [
    '*** Begin Patch',
    '*** Add File: new.txt',
    '+one',
    '+two',
    '*** Update File: old.txt',
    '@@ somewhere',
    ' a',
    '-b',
    '@@',
    '+c',
    '*** Delete File: gone.txt',
    '*** End Patch',
  ].join('\n');

  test('has one change per file of a patch', () => {
    expect(changesOf('apply_patch', { input: patch })).toEqual([
      { type: 'write', path: 'new.txt', content: 'one\ntwo\n' },
      {
        type: 'replace',
        path: 'old.txt',
        edits: [
          { before: 'a\nb\n', after: 'a\n' },
          { before: '', after: 'c\n' },
        ],
      },
      { type: 'delete', path: 'gone.txt' },
    ]);
    expect(pathsOf('apply_patch', { patchText: patch })).toEqual(['new.txt', 'old.txt', 'gone.txt']);
    expect(resultOf('apply_patch', { input: patch }, 'ok').content.slice(1)).toEqual([
      {
        type: 'file_ref',
        path: 'new.txt',
        action: 'write',
        diff: '--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n',
      },
      {
        type: 'file_ref',
        path: 'old.txt',
        action: 'patch',
        diff: '--- a/old.txt\n+++ b/old.txt\n@@ -1,2 +1 @@\n a\n-b\n@@ -0,0 +1 @@\n+c\n',
      },
      { type: 'file_ref', path: 'gone.txt', action: 'patch' },
    ]);
  });

  test.each([
    [
      'edit_file',
      { path: '/w/f', old_str: 'a', new_str: 'b' },
      'patch',
      '--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n',
    ],
    ['create_file', { path: '/w/f', content: 'b\n' }, 'write', '--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+b\n'],
  ])('%s shows its change', (tool, input, action, diff) => {
    expect(resultOf(tool, input, 'ok').content).toContainEqual({
      type: 'file_ref',
      path: '/w/f',
      action,
      diff,
    });
  });

  test('shows the diff that a tool reports, with our headers', () => {
    const reported =
      '```diff\nIndex: /w/f\n===\n--- /w/f\toriginal\n+++ /w/f\tmodified\n@@ -7,2 +7,2 @@\n x\n-a\n+b\n```';
    const input = { path: '/w/f', old_str: 'a', new_str: 'b' };
    expect(resultOf('edit_file', input, `Done.\n${reported}`).content).toContainEqual({
      type: 'file_ref',
      path: '/w/f',
      action: 'patch',
      diff: '--- a/f\n+++ b/f\n@@ -7,2 +7,2 @@\n x\n-a\n+b\n',
    });
  });

  test.each([
    ['delete_file', { path: '/f' }, [{ type: 'delete', path: '/f' }]],
    ['undo_edit', { path: '/f' }, [{ type: 'touch', path: '/f' }]],
    [
      'edit_file',
      { path: '/f', old_str: 'a', new_str: 'b', replace_all: true },
      [{ type: 'replace', path: '/f', edits: [{ before: 'a', after: 'b', all: true }] }],
    ],
    ['create_file', { path: '/f', content: 'b' }, [{ type: 'write', path: '/f', content: 'b' }]],
    ['edit_file', {}, []],
    ['apply_patch', { patchText: 'nothing of the kind' }, []],
    ['Read', { path: '/f' }, []],
  ])('%s %j makes changes', (tool, input, changes) => {
    expect(changesOf(tool, input)).toEqual(changes);
  });

  test('a failed edit has no file part', () => {
    expect(resultOf('create_file', { path: '/f', content: 'x' }, 'no', true).content).toHaveLength(1);
  });
});

test('keeps the parts of a result other than text', () => {
  const image = { type: 'image', source: { type: 'url', url: 'http://127.0.0.1/a.png' } };
  const { content } = resultOf('mcp__x__y', {}, [text('see'), image, { type: 'mystery' }]);
  expect(content).toEqual([
    { type: 'tool_result', call_id: 't1', output: 'see' },
    { type: 'image', path: 'http://127.0.0.1/a.png' },
    { type: 'json', json: { type: 'mystery' } },
  ]);
});

test('finds the call of a request by its tool and input', () => {
  const call = assistant([toolUse('t1', 'Bash', { cmd: 'a' }), toolUse('t2', 'Bash', { cmd: 'b' })]);
  const ask = (cmd: string) =>
    notice({ type: 'permission_asked', request: cmd, tool: 'Bash', input: { cmd } });
  const requests = draftsOf('permission.requested', call, ask('b'), ask('c'));
  expect(requests.map(({ metadata }) => metadata.call_id)).toEqual(['t2', undefined]);
});

test.each([
  ['Bash', { cmd: 'npm test\nmore' }, 'execute', 'npm test'],
  ['shell_command', { command: 'ls' }, 'execute', 'ls'],
  ['Read', { path: '/w/src/a.ts' }, 'read', 'src/a.ts'],
  ['list_directory', { path: '/etc' }, 'read', '/etc'],
  ['edit_file', { path: '/w/a.ts' }, 'edit', 'a.ts'],
  ['delete_file', { path: '/w/a.ts' }, 'delete', 'a.ts'],
  ['apply_patch', { patchText: '*** Add File: a\n+a\n*** Delete File: b' }, 'edit', 'a and 1 more'],
  ['Grep', { pattern: 'TODO', path: '/w/src' }, 'search', 'TODO in src'],
  ['glob', { filePattern: '**/*.ts' }, 'search', '**/*.ts'],
  ['finder', { query: 'where is it' }, 'search', 'where is it'],
  ['read_web_page', { url: 'https://example.com/' }, 'fetch', 'https://example.com/'],
  ['web_search', { query: 'weather' }, 'fetch', 'weather'],
  ['Task', { description: 'Look', prompt: 'Look around.' }, 'agent', 'Look'],
  ['oracle', { task: 'Think' }, 'agent', 'Think'],
  ['todo_write', { todos: [] }, 'plan', 'Update the to-do list'],
  ['task_list', {}, 'plan', 'Update the plan'],
  ['mcp__my_server__list_all', {}, 'other', 'my server: list all'],
  ['get_current_time', {}, 'other', 'get current time'],
  ['Bash', {}, 'execute', 'Run a command'],
  ['Read', null, 'read', 'Read a file'],
  ['constructor', {}, 'other', 'constructor'],
])('%s %j has a kind and a title', (tool, input, kind, title) => {
  expect(labelOf(tool, input, ['/w'])).toEqual({ kind, title });
});

describe('a permission', () => {
  const asked = (tool: string, input: unknown) => {
    const [request] = draftsOf(
      'permission.requested',
      notice({ type: 'permission_asked', request: 'r', tool, input }),
    );
    return request!;
  };

  test.each([
    ['Bash', { cmd: 'ls' }, 'this command'],
    ['edit_file', { path: '/w/a', old_str: 'a', new_str: 'b' }, 'edits of a by edit file'],
    ['web_search', { query: 'x' }, 'the same call of web search'],
  ])('of %s %j says what `always` covers', (tool, input, scope) => {
    expect(asked(tool, input).metadata.scope).toBe(`${scope}, until the agent restarts`);
  });

  test.each([
    ['create_file', { path: '/w/a', content: 'b' }, [{ type: 'write', path: '/w/a', content: 'b' }]],
    ['delete_file', { path: '/w/a' }, [{ type: 'delete', path: '/w/a' }]],
    ['undo_edit', { path: '/w/a' }, undefined],
    ['Bash', { cmd: 'ls' }, undefined],
  ])('of %s %j proposes changes', (tool, input, changes) => {
    expect(asked(tool, input).changes).toEqual(changes);
  });
});
