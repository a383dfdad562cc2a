import { describe, expect, test } from 'vitest';
import { drafts } from './native-drafts.js';

describe('tool calls have a kind and a title', () => {
  test.each([
    ['shell', { command: ' npm test\nexit' }, 'execute', 'npm test'],
    ['mock.search', { query: 'example' }, 'search', 'example'],
    ['mock.edit', { path: '/project/src/a.ts' }, 'edit', 'src/a.ts'],
    ['mock.edit', { path: 'src/a.ts' }, 'edit', 'src/a.ts'],
    ['mock.edit', { path: '/etc/hosts' }, 'edit', '/etc/hosts'],
    ['mock.todo', { tasks: [] }, 'plan', 'Update the plan'],
    ['agent', { task: 'Find it' }, 'agent', 'Find it'],
    ['mock.fly', { path: 'x' }, 'other', 'mock.fly'],
    ['constructor', {}, 'other', 'constructor'],
    ['shell', {}, 'execute', 'Run a command'],
    ['shell', { command: ' \n' }, 'execute', 'Run a command'],
    ['mock.edit', {}, 'edit', 'Edit a file'],
  ])('%s %j: %s, %s', (tool, input, kind, title) => {
    expect(drafts({ type: 'tool_call', call: 'c1', tool, input })).toMatchObject([
      { item: { content: [{ name: tool, kind, title }] } },
    ]);
  });
});

test('file changes have diffs relative to the folder of the session', () => {
  const files = [
    { path: '/project/a.txt', change: 'patch', text: { before: 'one\n', after: 'two\n' } },
    { path: '/project/b.txt', change: 'write', text: { before: null, after: 'new\n' } },
    { path: '/project/c.txt', change: 'read' },
  ] as const;
  expect(drafts({ type: 'tool_result', call: 'c1', ok: true, output: '', files: [...files] })).toMatchObject([
    {
      item: {
        content: [
          { type: 'tool_result' },
          {
            path: '/project/a.txt',
            action: 'patch',
            diff: expect.stringContaining('--- a/a.txt\n+++ b/a.txt\n'),
          },
          { path: '/project/b.txt', action: 'write', diff: expect.stringContaining('--- /dev/null\n') },
          { type: 'file_ref', path: '/project/c.txt', action: 'read' },
        ],
      },
    },
  ]);
});
