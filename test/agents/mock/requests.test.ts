import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Native } from '../../../src/agents/mock/native.js';
import { tempFolder } from '../../support/temp-folder.js';
import { answered, draftsOf, type RecordedTurn, type Reply, startMock } from './mock-program.js';

const results = (seen: RecordedTurn) => seen.of('tool_result').map(({ ok }) => ok);

test('permission: asks twice, once per tool', async () => {
  const seen = await answered(startMock(), 'permission', ['allow', 'deny']);
  expect(seen.types).toEqual([
    'turn_started',
    'permission_request',
    'tool_call',
    'tool_result',
    'permission_request',
    'tool_call',
    'tool_result',
    'turn_ended',
  ]);
  expect(draftsOf(seen.drafts, 'permission.requested')).toMatchObject([
    { action: 'command_execution', metadata: { command: 'echo mock' } },
    {
      action: 'file_change',
      metadata: { paths: ['mock.txt'] },
      changes: [{ type: 'write', path: 'mock.txt', content: 'mock\n' }],
    },
  ]);
  expect(results(seen)).toEqual([true, false]);
  expect(draftsOf(seen.drafts, 'item.completed').map(({ item }) => item.status)).toEqual([
    undefined,
    'completed',
    'failed',
    'failed',
  ]);
  expect(seen.outcome).toBe('ok');
});

test.each([
  ['a new file', null, '--- /dev/null'],
  ['an existing one', 'old\n', '--- a/mock.txt\n+++ b/mock.txt\n@@ -1 +1 @@\n-old'],
])('permission: the result shows the diff of %s, which stays as it is', async (_what, before, diff) => {
  const cwd = await tempFolder();
  const path = `${cwd}/mock.txt`;
  if (before !== null) await writeFile(path, before);
  const seen = await answered(startMock([], { cwd }), 'permission', ['allow', 'allow']);
  const [, , , edited] = draftsOf(seen.drafts, 'item.completed').map(({ item }) => item.content);
  expect(edited).toMatchObject([{}, { path: 'mock.txt', diff: expect.stringContaining(diff) }]);
  expect(await readFile(path, 'utf8').catch(() => null)).toBe(before);
});

test('does not ask again after "always", even after a restart', async () => {
  const state = await tempFolder();
  const mock = startMock(['--state', state]);
  await answered(mock, 'permissions', ['allow_always', 'allow']);
  expect((await answered(mock, 'permission', ['allow'])).of('permission_request')).toMatchObject([
    { kind: 'edit' },
  ]);
  await mock.kill();

  const resumed = startMock(['--state', state, '--resume', 'mock-s1']);
  expect((await answered(resumed, 'permission', ['deny'])).of('permission_request')).toHaveLength(1);
});

test('list files: asks for permission', async () => {
  const folder = await tempFolder();
  await writeFile(`${folder}/b.txt`, '');
  await writeFile(`${folder}/a.txt`, '');
  const mock = startMock([], { cwd: folder });
  const text = 'List files in the current directory using available tools.';

  const allowed = await answered(mock, text, ['allow']);
  expect(draftsOf(allowed.drafts, 'permission.requested')).toMatchObject([
    { action: 'command_execution', metadata: { command: 'ls' } },
  ]);
  expect(allowed.of('tool_result')).toMatchObject([{ ok: true, output: 'a.txt\nb.txt\n' }]);

  expect(results(await answered(mock, text, ['deny']))).toEqual([false]);
});

test.each([
  ['bypass', [true, true], []],
  ['acceptEdits', [true, true], ['command']],
  ['plan', [false, false], []],
] as const)('permission mode %s', async (mode, ends, asked) => {
  const mock = startMock(['--permission-mode', mode]);
  const seen = await answered(
    mock,
    'permission',
    asked.map(() => 'allow' as const),
  );
  expect(seen.of('permission_request').map(({ kind }) => kind)).toEqual(asked);
  expect(results(seen)).toEqual(ends);
});

test('plan mode refuses tools', async () => {
  const seen = await startMock(['--mode', 'plan']).turn('shell echo no');
  expect(seen.of('tool_output')).toEqual([]);
  expect(results(seen)).toEqual([false]);
});

test('question: asks one, then two at once', async () => {
  const replies = [[['Red']], [['Large'], ['Cheese', 'Basil']]];
  const seen = await answered(startMock(), 'question', replies);
  expect(draftsOf(seen.drafts, 'question.requested')).toMatchObject([
    { questions: [{ prompt: 'Choose a color', options: [{ label: 'Red' }, { label: 'Blue' }] }] },
    { questions: [{ multi_select: false }, { multi_select: true }] },
  ]);
  expect(seen.texts).toEqual(['You chose Red.', 'You chose Large; Cheese, Basil.']);
});

test('accepts a yes/no question that is declined', async () => {
  const text =
    'Use the AskUserQuestion tool to ask exactly one yes/no question, then wait for a reply. Do not answer yourself.';
  const seen = await answered(startMock(), text, [null]);
  expect(seen.of('question_request')).toMatchObject([
    { asks: [{ text: 'Proceed?', choices: [{ label: 'Yes' }, { label: 'No' }] }] },
  ]);
  expect(seen.texts).toEqual(['No answer.']);
});

test.each([
  [[['approve']], 'The plan is approved.'],
  [[['reject']], 'The plan is rejected.'],
  [null, 'The plan is rejected.'],
])('plan: answered %j', async (reply, text) => {
  const seen = await answered(startMock(), 'plan', [reply]);
  expect(seen.types).toContain('reasoning_delta');
  expect(draftsOf(seen.drafts, 'question.requested')).toMatchObject([
    {
      questions: [
        { prompt: expect.stringContaining('## Plan'), options: [{ label: 'approve' }, { label: 'reject' }] },
      ],
    },
  ]);
  expect(seen.texts.at(-1)).toBe(text);
});

test('demo: runs everything, each announced by a message', async () => {
  const replies: Reply[] = ['allow', 'deny', [['Blue']], [['Small'], []]];
  const seen = await answered(startMock(), 'demo', replies);
  const order: Native['type'][] = [
    'system',
    'reasoning_start',
    'status',
    'message_delta',
    'tool_call',
    'image',
    'custom',
    'permission_request',
    'question_request',
    'error',
  ];
  const firsts = order.map((type) => seen.types.indexOf(type));
  expect(firsts.filter((at) => at >= 0)).toHaveLength(order.length);
  for (const type of ['system', 'status', 'image', 'custom', 'permission_request', 'error'] as const) {
    expect(seen.types[seen.types.indexOf(type) - 1]).toBe('message_end');
  }
  expect(seen.outcome).toBe('failed');
  expect(draftsOf(seen.drafts, 'agent.unparsed')).toEqual([]);
});

test('an interrupt withdraws pending requests and ends the turn', async () => {
  const mock = startMock();
  const turn = mock.turn('permission');
  const { request } = await mock.next('permission_request');
  mock.send({ type: 'interrupt' });
  const seen = await turn;
  expect(seen.types.slice(-2)).toEqual(['request_cancelled', 'turn_ended']);
  expect(seen.of('request_cancelled')).toMatchObject([{ request, of: 'permission' }]);
  expect(seen.outcome).toBe('interrupted');

  // A late reply is ignored.
  mock.send({ type: 'permission_response', request, decision: 'allow' });
  expect((await mock.turn('next')).types).toEqual(['turn_started', 'message_end', 'turn_ended']);
});
