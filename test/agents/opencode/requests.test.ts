import { describe, expect, test } from 'vitest';
import { beginning, conversation, event, tool, translated } from './native-events.js';

const asked = (more: object = {}) =>
  event('permission.asked', {
    id: 'per_1',
    sessionID: 's1',
    permission: 'bash',
    patterns: ['rm -r x'],
    metadata: { command: 'rm -r x' },
    always: ['rm *'],
    tool: { messageID: 'a1', callID: 'c1' },
    ...more,
  });
const input = { command: 'rm -r x', description: 'Remove x' };
const metadataOf = (...given: Parameters<typeof translated>) => {
  const draft = translated(...given).drafts.find(({ type }) => type === 'permission.requested');
  return draft?.type === 'permission.requested' ? { action: draft.action, ...draft.metadata } : null;
};

describe('a permission', () => {
  test('names the tool, its input and the possible replies', () => {
    expect(metadataOf(tool('bash', { status: 'running', input }), asked())).toEqual({
      action: 'command_execution',
      tool_name: 'bash',
      call_id: 't1',
      permission: 'bash',
      patterns: ['rm -r x'],
      input,
      command: 'rm -r x',
      options: ['once', 'always', 'reject'],
      always: ['rm *'],
    });
  });

  test("requested before the tool runs falls back to the request's own metadata", () => {
    expect(metadataOf(tool('bash', { status: 'pending' }), asked())).toMatchObject({
      tool_name: 'bash',
      call_id: 't1',
      input: { command: 'rm -r x' },
    });
    expect(metadataOf(asked({ permission: 'doom_loop', tool: undefined, metadata: {} }))).toEqual({
      action: 'tool_use',
      tool_name: 'doom_loop',
      permission: 'doom_loop',
      patterns: ['rm -r x'],
      input: {},
      options: ['once', 'always', 'reject'],
      always: ['rm *'],
    });
  });

  test('to change files has paths and a diff', () => {
    const patch = 'Index: /w/a\n=====\n--- /w/a\n+++ /w/a\n@@ -1 +1 @@\n-a\n+b\n';
    expect(
      metadataOf(asked({ permission: 'edit', metadata: { filepath: '/w/a', diff: patch } })),
    ).toMatchObject({
      action: 'file_change',
      paths: ['/w/a'],
      diff: '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n',
    });
    const files = [{ filePath: '/w/a' }, { filePath: '/w/b' }];
    expect(metadataOf(asked({ permission: 'edit', metadata: { filepath: 'a, b', files } }))).toMatchObject({
      paths: ['/w/a', '/w/b'],
    });
  });

  test('of a sub-agent, even an unknown one, is requested in its thread', () => {
    expect(translated(asked({ sessionID: 's2' })).drafts).toMatchObject([{ thread: 's2' }]);
    expect(translated(asked()).drafts).toMatchObject([{ thread: null }]);
  });

  test('that another client replied to is resolved', () => {
    const replied = event('permission.replied', { sessionID: 's1', requestID: 'per_1', reply: 'always' });
    const talk = conversation()
      .prompt()
      .emit(...beginning, asked(), replied, replied);
    expect(
      talk.of('permission.resolved').map(({ data }) => [data.status, data.metadata.resolved_by]),
    ).toEqual([['approved', 'agent']]);
  });
});

describe('a question', () => {
  const questions = [
    {
      question: 'Which?',
      header: 'One',
      options: [
        { label: 'A', description: 'a' },
        { label: 'B', description: '' },
      ],
    },
    { question: 'And?', header: 'Two', options: [], multiple: true, custom: true },
  ];
  const question = event('question.asked', { id: 'que_1', sessionID: 's1', questions });

  test('may consist of several questions, with or without options', () => {
    expect(translated(question).drafts).toEqual([
      {
        type: 'question.requested',
        key: 'que_1',
        thread: null,
        questions: [
          {
            header: 'One',
            prompt: 'Which?',
            options: [
              { label: 'A', description: 'a' },
              { label: 'B', description: '' },
            ],
            multi_select: false,
          },
          { header: 'Two', prompt: 'And?', options: [], multi_select: true },
        ],
      },
    ]);
  });

  test.each([
    ['replied', { answers: [['A'], ['x', 'y']] }, 'answered', [['A'], ['x', 'y']]],
    ['rejected', {}, 'rejected', null],
  ])('that another client has %s is resolved', (what, more, status, answers) => {
    const settled = event(`question.${what}`, { sessionID: 's1', requestID: 'que_1', ...more });
    const talk = conversation()
      .prompt()
      .emit(...beginning, question, settled);
    expect(talk.of('question.resolved').map(({ data }) => [data.status, data.answers])).toEqual([
      [status, answers],
    ]);
  });
});
