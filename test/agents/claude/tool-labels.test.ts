import { expect, test } from 'vitest';
import { labelOf } from '../../../src/agents/claude/tool-labels.js';

const roots = ['/p', '/real/p'];

test.each([
  ['Bash', { command: 'npm test\necho done', description: 'Runs the tests' }, 'execute', 'npm test'],
  ['Read', { file_path: '/p/src/a.ts' }, 'read', 'src/a.ts'],
  ['Read', { file_path: '/real/p/src/a.ts' }, 'read', 'src/a.ts'],
  ['Read', { file_path: '/etc/hosts' }, 'read', '/etc/hosts'],
  ['Write', { file_path: '/p/a.ts', content: '' }, 'edit', 'a.ts'],
  ['NotebookEdit', { notebook_path: '/p/a.ipynb', new_source: '' }, 'edit', 'a.ipynb'],
  ['Grep', { pattern: 'to+do', path: '/p/src' }, 'search', 'to+do in src'],
  ['Grep', { pattern: 'to+do', glob: '*.ts' }, 'search', 'to+do in *.ts'],
  ['Glob', { pattern: '**/*.ts' }, 'search', '**/*.ts'],
  ['LS', { path: '/p/src' }, 'search', 'src'],
  ['ToolSearch', { query: 'select:Grep' }, 'search', 'select:Grep'],
  ['WebFetch', { url: 'https://example.com', prompt: 'Read it' }, 'fetch', 'https://example.com'],
  ['WebSearch', { query: 'weather' }, 'fetch', 'weather'],
  ['Agent', { description: 'Look', prompt: 'Look around' }, 'agent', 'Look'],
  ['SendMessage', { to: 'a1', summary: 'Say it again', message: 'Again' }, 'agent', 'Say it again'],
  ['AskUserQuestion', { questions: [{ question: 'Which?' }] }, 'question', 'Which?'],
  ['TodoWrite', { todos: [] }, 'plan', 'Update the plan'],
  ['TaskCreate', { subject: 'Write it' }, 'plan', 'Write it'],
  ['TaskUpdate', { taskId: '3', status: 'in_progress' }, 'plan', 'Task 3: in progress'],
  ['TaskUpdate', { taskId: '3', addBlocks: ['4'] }, 'plan', 'Task 3: changed'],
  ['TaskGet', { taskId: '3' }, 'plan', 'Task 3'],
  ['TaskList', {}, 'plan', 'Task list'],
  ['ExitPlanMode', { plan: '# Plan' }, 'plan', 'Exit plan mode'],
  ['Skill', { skill: 'verify' }, 'other', 'verify'],
  ['CronCreate', {}, 'other', 'Cron create'],
  ['mcp__my_files__read_file', { path: '/p/a' }, 'other', 'my files: read file'],
])('%s %o', (tool, input, kind, title) => {
  expect(labelOf(tool, input, roots)).toEqual({ kind, title });
});

test.each([
  ['Bash', 'Run a command'],
  ['Read', 'Read a file'],
  ['Grep', 'Search'],
  ['Agent', 'Run a sub-agent'],
  ['AskUserQuestion', 'Ask a question'],
  ['TaskUpdate', 'Update the plan'],
])('%s has a title while its input streams', (tool, title) => {
  expect(labelOf(tool, {}, roots)).toMatchObject({ title });
});

test('a malformed input is no problem', () => {
  for (const input of [null, 'text', { command: 7, questions: 'none' }])
    for (const tool of ['Bash', 'AskUserQuestion', 'Grep'])
      expect(labelOf(tool, input, roots).title).toMatch(/\S/);
});
