import { describe, expect, test } from 'vitest';
import { changesOf, commandOf, pathsOf } from '../../../src/agents/amp/tools.js';
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
      {
        path: 'new.txt',
        action: 'write',
        diff: '--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n',
      },
      {
        path: 'old.txt',
        action: 'patch',
        diff: '--- a/old.txt\n+++ b/old.txt\n@@ -1,2 +1 @@\n a\n-b\n@@ -0,0 +1 @@\n+c\n',
      },
      { path: 'gone.txt', action: 'patch' },
    ]);
    expect(pathsOf('apply_patch', { patchText: patch })).toEqual(['new.txt', 'old.txt', 'gone.txt']);
  });

  test.each([
    ['edit_file', { path: '/f', old_str: 'a', new_str: 'b' }, 'patch', '@@ -1 +1 @@\n-a\n+b\n'],
    ['create_file', { path: '/f', content: 'b\n' }, 'write', '@@ -0,0 +1 @@\n+b\n'],
  ])('%s shows its change', (tool, input, action, diff) => {
    const change = { path: '/f', action, diff: expect.stringContaining(diff) };
    expect(changesOf(tool, input)).toEqual([change]);
    expect(resultOf(tool, input, 'ok').content).toContainEqual({ type: 'file_ref', ...change });
  });

  test.each([
    ['delete_file', { path: '/f' }, [{ path: '/f', action: 'patch' }]],
    ['undo_edit', { path: '/f' }, [{ path: '/f', action: 'patch' }]],
    ['edit_file', {}, []],
    ['apply_patch', { patchText: 'nothing of the kind' }, []],
    ['Read', { path: '/f' }, []],
  ])('%s %j without a diff', (tool, input, changes) => {
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
