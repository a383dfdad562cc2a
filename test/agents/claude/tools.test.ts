import { describe, expect, test } from 'vitest';
import { assistant, items, result, session, toolResult, toolUse } from './native-lines.js';

function resultOf(name: string, input: unknown, content: unknown, report?: unknown, more: object = {}) {
  const lines = [
    assistant('m1', toolUse('t1', name, input)),
    toolResult('t1', content, report, more),
    result(),
  ];
  return items(session(...lines)).find(({ kind }) => kind === 'tool_result')!;
}

describe('commands', () => {
  const report = { stdout: 'out', stderr: 'err', interrupted: false };

  test('have output and an exit code', () => {
    expect(resultOf('Bash', { command: 'x' }, 'out\nerr', report).content).toEqual([
      { type: 'tool_result', call_id: 't1', output: 'out\nerr' },
      { type: 'json', json: { exit_code: 0 } },
    ]);
  });

  test('take the exit code of a failure from the text', () => {
    const failed = resultOf('Bash', {}, 'Exit code 7\nno', 'Error: Exit code 7\nno', { is_error: true });
    expect(failed.status).toBe('failed');
    expect(failed.content[1]).toEqual({ type: 'json', json: { exit_code: 7 } });
  });

  test('have no exit code if refused', () => {
    const refused = resultOf('Bash', {}, 'The user said no', 'Error', { is_error: true });
    expect(refused.content).toHaveLength(1);
  });

  test('name the task if run in the background', () => {
    const background = { ...report, stdout: '', stderr: '', backgroundTaskId: 'b1' };
    expect(resultOf('Bash', {}, 'Running in the background', background).content).toEqual([
      { type: 'tool_result', call_id: 't1', output: 'Running in the background' },
      { type: 'json', json: { background_task_id: 'b1' } },
    ]);
  });

  test('have no exit code if it does not mean failure', () => {
    expect(
      resultOf('Bash', {}, '', { ...report, returnCodeInterpretation: 'No matches found' }).content,
    ).toHaveLength(1);
  });
});

describe('files', () => {
  const hunk = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] };
  const head = '--- a/f\n+++ b/f\n';

  test('an edit has the patch of the CLI', () => {
    const report = { filePath: '/p/f', structuredPatch: [hunk], originalFile: 'a\n' };
    expect(resultOf('Edit', { file_path: '/p/f' }, 'ok', report).content[1]).toEqual({
      type: 'file_ref',
      path: '/p/f',
      action: 'patch',
      diff: `${head}@@ -1 +1 @@\n-a\n+b\n`,
    });
  });

  test('an overwritten file has a patch', () => {
    const report = {
      type: 'update',
      filePath: '/p/f',
      content: 'b',
      structuredPatch: [hunk],
      originalFile: 'a',
    };
    const [, part] = resultOf('Write', { file_path: '/p/f', content: 'b' }, 'ok', report).content;
    expect(part).toMatchObject({ action: 'write', diff: expect.stringContaining('@@ -1 +1 @@') });
  });

  test("a sub-agent's edits are derived from their input", () => {
    const edits = [{ old_string: 'a', new_string: 'b' }];
    const refs = [
      resultOf('Write', { file_path: '/p/f', content: 'b\n' }, 'File created successfully at: /p/f'),
      resultOf('Write', { file_path: '/p/f', content: 'b\n' }, 'The file /p/f has been updated'),
      resultOf('Edit', { file_path: '/p/f', old_string: 'a', new_string: 'b' }, 'ok'),
      resultOf('MultiEdit', { file_path: '/p/f', edits }, 'ok'),
    ].map(({ content }) => content[1]);
    const diff = `${head}@@ -1 +1 @@\n-a\n+b\n`;
    expect(refs).toEqual([
      {
        type: 'file_ref',
        path: '/p/f',
        action: 'write',
        diff: '--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+b\n',
      },
      { type: 'file_ref', path: '/p/f', action: 'write', diff: `${head}@@ -0,0 +1 @@\n+b\n` },
      { type: 'file_ref', path: '/p/f', action: 'patch', diff },
      { type: 'file_ref', path: '/p/f', action: 'patch', diff },
    ]);
  });

  test('a notebook edit has a diff', () => {
    const report = { notebook_path: '/p/f', original_file: 'a\n', updated_file: 'b\n' };
    expect(
      resultOf('NotebookEdit', { notebook_path: '/p/f', new_source: 'b' }, 'ok', report).content[1],
    ).toEqual({
      type: 'file_ref',
      path: '/p/f',
      action: 'patch',
      diff: `${head}@@ -1 +1 @@\n-a\n+b\n`,
    });
  });

  test('a failed edit has no file part', () => {
    expect(
      resultOf('Write', { file_path: '/p/f', content: 'b' }, 'no', 'Error', { is_error: true }).content,
    ).toEqual([{ type: 'tool_result', call_id: 't1', output: 'no' }]);
  });

  test('a read has a file reference', () => {
    expect(resultOf('Read', { file_path: '/p/f' }, '1\ta').content[1]).toEqual({
      type: 'file_ref',
      path: '/p/f',
      action: 'read',
    });
  });
});

describe('other content', () => {
  const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' };
  const image = { type: 'image', source };

  test.each([
    ['Read', [image], '/p/a.png'],
    ['mcp__x__y', [image], 'data:image/png;base64,AAAA'],
    ['mcp__x__y', [image, { type: 'text', text: '[Image: source: /tmp/a.png]' }], '/tmp/a.png'],
    ['mcp__x__y', [{ type: 'image', source: { type: 'url', url: 'https://x/a.png' } }], 'https://x/a.png'],
  ])('an image from %s', (name, content, path) => {
    const parts = resultOf(name, { file_path: '/p/a.png' }, content).content;
    expect(parts.filter(({ type }) => type === 'image')).toMatchObject([{ path }]);
  });

  test('structured content of an MCP tool', () => {
    const [, part] = resultOf('mcp__x__y', {}, '{"a":1}', { structuredContent: { a: 1 } }).content;
    expect(part).toEqual({ type: 'json', json: { a: 1 } });
  });

  test('an unknown block is passed through', () => {
    const block = { type: 'tool_reference', tool_name: 'WebFetch' };
    expect(resultOf('ToolSearch', {}, [block]).content).toEqual([
      { type: 'tool_result', call_id: 't1', output: '' },
      { type: 'json', json: block },
    ]);
  });
});

test('translates a result without a known call', () => {
  const rig = session(toolResult('t9', 'late'), result());
  expect(items(rig).map(({ kind }) => kind)).toContain('tool_result');
});
