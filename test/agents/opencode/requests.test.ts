import { describe, expect, test } from 'vitest';
import type { Notice } from '../../../src/agents/opencode/notices.js';
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
  test('names the tool, its input, the possible replies and their scope', () => {
    expect(metadataOf(tool('bash', { status: 'running', input }), asked())).toEqual({
      action: 'command_execution',
      tool: 'bash',
      kind: 'execute',
      title: 'rm -r x',
      input,
      command: 'rm -r x',
      replies: ['once', 'always', 'reject'],
      scope: 'rm commands in this session',
      call_id: 't1',
      native: { permission: 'bash', patterns: ['rm -r x'], always: ['rm *'] },
    });
  });

  test("requested before the tool runs falls back to the request's own metadata", () => {
    expect(metadataOf(tool('bash', { status: 'pending' }), asked())).toMatchObject({
      tool: 'bash',
      title: 'rm -r x',
      call_id: 't1',
      input: { command: 'rm -r x' },
    });
  });

  test('is not offered for good if that would cover nothing', () => {
    const metadata = metadataOf(asked({ always: [] }));
    expect(metadata).toMatchObject({ replies: ['once', 'reject'] });
    expect(metadata).not.toHaveProperty('scope');
    expect(metadataOf(asked({ always: ['ls *'] }))).toMatchObject({ replies: ['once', 'reject'] });
  });

  const servers: Notice = { type: 'mcpServers', servers: ['my', 'my_server'], failures: [] };

  test.each<[permission: string, more: object, kind: string, title: string, scope: string]>([
    ['bash', {}, 'execute', 'rm -r x', 'rm commands'],
    ['bash', { always: ['rm *', 'git status *'] }, 'execute', 'rm -r x', 'rm, git status commands'],
    ['edit', { always: ['*'], metadata: { filepath: '/w/src/a' } }, 'edit', 'src/a', 'all edits'],
    [
      'webfetch',
      { always: ['*'], metadata: { url: 'http://a/' } },
      'fetch',
      'http://a/',
      'fetching all web pages',
    ],
    ['task', { patterns: ['general'], always: ['*'], metadata: {} }, 'agent', 'general', 'all sub-agents'],
    [
      'my_server_echo',
      { always: ['*'], metadata: {} },
      'other',
      'my server: echo',
      'all calls of my server: echo',
    ],
    ['skill', { patterns: ['review'], always: ['review'], metadata: {} }, 'read', 'review', 'skill review'],
    ['doom_loop', { metadata: {} }, 'other', 'doom loop', 'repeated calls of doom loop'],
  ])('of %s %j has a title and a scope', (permission, more, kind, title, scope) => {
    expect(metadataOf(servers, asked({ permission, tool: undefined, ...more }))).toMatchObject({
      tool: permission,
      kind,
      title,
      scope: `${scope} in this session`,
    });
  });

  test('to leave the folder says so, and is about the tool that asks', () => {
    const running = tool('bash', { status: 'running', input: { command: 'cat /etc/hosts' } });
    const outside = { permission: 'external_directory', patterns: ['/etc/*'], always: ['/etc/*'] };
    expect(metadataOf(running, asked({ ...outside, metadata: { directories: ['/etc'] } }))).toMatchObject({
      tool: 'bash',
      kind: 'execute',
      title: 'cat /etc/hosts',
      reason: "/etc is outside of the session's folder",
      scope: 'access to /etc in this session',
    });
  });

  test('for a repeated call says so', () => {
    const running = tool('bash', { status: 'running', input });
    expect(metadataOf(running, asked({ permission: 'doom_loop', patterns: ['bash'] }))).toMatchObject({
      title: 'rm -r x',
      reason: 'The same call was made several times',
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

describe('a permission to edit', () => {
  const patch = 'Index: /w/a\n=====\n--- /w/a\n+++ /w/a\n@@ -1 +1 @@\n-a\n+b\n';
  const created =
    'Index: /w/a\n=====\n--- /w/a\n+++ /w/a\n@@ -0,0 +1,2 @@\n+b\n+c\n\\ No newline at end of file\n';
  const edit = (metadata: object) => asked({ permission: 'edit', metadata });
  const requested = (...given: Parameters<typeof translated>) => {
    const draft = translated(...given).drafts.find(({ type }) => type === 'permission.requested');
    return draft?.type === 'permission.requested' ? draft : null;
  };

  test('proposes the change of a file', () => {
    expect(requested(edit({ filepath: '/w/a', diff: patch }))).toMatchObject({
      action: 'file_change',
      metadata: { kind: 'edit', title: 'a', paths: ['/w/a'] },
      changes: [{ type: 'patch', path: '/w/a', patch }],
    });
  });

  test('proposes the whole content where the server takes the file for new', () => {
    expect(requested(edit({ filepath: '/w/a', diff: created }))?.changes).toEqual([
      { type: 'write', path: '/w/a', content: 'b\nc' },
    ]);
    const running = tool('write', { status: 'running', input: { filePath: 'a', content: '  b\n' } });
    expect(requested(running, edit({ filepath: '/w/a', diff: created }))?.changes).toEqual([
      { type: 'write', path: '/w/a', content: '  b\n' },
    ]);
  });

  test('proposes the changes of several files', () => {
    const files = [
      { filePath: '/w/a', type: 'add', patch: created },
      { filePath: '/w/b', type: 'update', patch },
      { filePath: '/w/c', type: 'delete', patch },
      { filePath: '/w/d', type: 'move', movePath: '/w/e', patch },
    ];
    const patchText = '*** Begin Patch\n*** Add File: a\n+  b\n*** Update File: b\n*** End Patch';
    const asks = edit({ filepath: 'a, b, c, d', files });
    const rest = [
      { type: 'patch', path: '/w/b', patch },
      { type: 'delete', path: '/w/c' },
      { type: 'patch', path: '/w/d', patch, movedTo: '/w/e' },
    ];
    expect(requested(asks)).toMatchObject({
      metadata: { title: 'a and 3 more', paths: ['/w/a', '/w/b', '/w/c', '/w/d', '/w/e'] },
      changes: [{ type: 'write', path: '/w/a', content: 'b\nc' }, ...rest],
    });
    const running = tool('apply_patch', { status: 'running', input: { patchText } });
    expect(requested(running, asks)).toMatchObject({
      metadata: { title: 'a and 1 more' },
      changes: [{ type: 'write', path: '/w/a', content: '  b\n' }, ...rest],
    });
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
