import { expect, test } from 'vitest';
import { labelOf } from '../../../src/agents/opencode/tool-labels.js';
import { vocabularyProblems } from '../../support/vocabulary.js';
import { beginning, conversation, tool } from './native-events.js';

const context = { roots: ['/w'], servers: ['demo', 'demo_two', 'my server'] };

const PATCH = '*** Begin Patch\n*** Add File: a.txt\n+a\n*** Delete File: /w/b.txt\n*** End Patch';

test.each([
  ['bash', { command: '\ncd x &&\n  npm test' }, 'execute', 'cd x &&'],
  ['read', { filePath: '/w/src/a.ts' }, 'read', 'src/a.ts'],
  ['list', { path: '/etc' }, 'read', '/etc'],
  ['write', { filePath: 'a.ts', content: '' }, 'edit', 'a.ts'],
  ['edit', { filePath: '/w/a.ts' }, 'edit', 'a.ts'],
  ['multiedit', { filePath: '/w/a.ts' }, 'edit', 'a.ts'],
  ['apply_patch', { patchText: PATCH }, 'edit', 'a.txt and 1 more'],
  ['glob', { pattern: '**/*.ts' }, 'search', '**/*.ts'],
  ['grep', { pattern: 'TODO', path: '/w/src' }, 'search', 'TODO in src'],
  ['lsp', { operation: 'hover', filePath: '/w/a.ts' }, 'search', 'hover in a.ts'],
  ['webfetch', { url: 'https://example.com/' }, 'fetch', 'https://example.com/'],
  ['websearch', { query: 'weather' }, 'fetch', 'weather'],
  ['codesearch', { query: 'zod' }, 'fetch', 'zod'],
  ['task', { description: 'Look around', prompt: 'Look.' }, 'agent', 'Look around'],
  ['todowrite', { todos: [] }, 'plan', 'Update the to-do list'],
  ['todoread', {}, 'plan', 'Read the to-do list'],
  ['plan_exit', {}, 'plan', 'Finish the plan'],
  ['question', { questions: [{ question: 'Which?' }] }, 'question', 'Which?'],
  ['skill', { name: 'review' }, 'read', 'review'],
  ['invalid', { tool: 'bash', error: 'No' }, 'other', 'Invalid call of bash'],
  ['demo_two_list_all', {}, 'other', 'demo two: list all'],
  ['my_server_echo', {}, 'other', 'my server: echo'],
  ['plugin_tool', {}, 'other', 'plugin tool'],
  ['constructor', {}, 'other', 'constructor'],
  ['bash', {}, 'execute', 'Run a command'],
  ['read', { filePath: 7 }, 'read', 'Read a file'],
  ['question', null, 'question', 'Ask a question'],
])('%s %j', (name, input, kind, title) => {
  expect(labelOf(name, input, context)).toEqual({ kind, title });
});

test('a call has a generic title until its input is known', () => {
  const talk = conversation()
    .prompt()
    .emit(...beginning, tool('read', { status: 'pending', raw: '' }));
  talk.emit(tool('read', { status: 'running', input: { filePath: '/w/src/a.ts' } }));
  const titles = [...talk.of('item.started'), ...talk.of('item.completed')].flatMap(({ data }) =>
    data.item.content.flatMap((part) => (part.type === 'tool_call' ? [part.title] : [])),
  );
  expect(titles).toEqual(['Read a file', 'src/a.ts']);
  expect(vocabularyProblems(talk.rig.events)).toEqual([]);
});
