import { describe, expect, test } from 'vitest';
import { grown } from '../../../src/agents/opencode/tool-events.js';
import type { UniversalItem } from '../../../src/schema/index.js';
import {
  beginning,
  type Conversation,
  conversation,
  done,
  event,
  idle,
  part,
  tool,
  user,
} from './native-events.js';

const begun = () =>
  conversation()
    .prompt()
    .emit(...beginning);
const tools = (talk: Conversation) => talk.items.filter(({ kind }) => kind.startsWith('tool'));
const result = (name: string, state: object): UniversalItem => {
  const talk = begun().emit(tool(name, { status: 'completed', ...state }), done(), idle);
  return talk.items.find(({ kind }) => kind === 'tool_result')!;
};

describe('a call', () => {
  test('is completed with its input when the tool runs', () => {
    const talk = begun().emit(tool('read', { status: 'pending', raw: '' }));
    expect(talk.of('item.started').at(-1)?.data.item).toMatchObject({
      kind: 'tool_call',
      content: [{ name: 'read', arguments: '{}', call_id: 't1' }],
    });
    talk.emit(tool('read', { status: 'running', input: { filePath: '/w/a' } }));
    expect(tools(talk)).toMatchObject([
      { status: 'completed', content: [{ name: 'read', arguments: '{"filePath":"/w/a"}', call_id: 't1' }] },
    ]);
  });

  test('that the server marks as invalid fails, and so does its result', () => {
    const input = { tool: 'bash', error: 'There is no bash' };
    const talk = begun()
      .emit(tool('bash', { status: 'pending' }), tool('invalid', { status: 'running', input }))
      .emit(tool('invalid', { status: 'completed', input, output: 'The arguments are invalid' }));
    expect(tools(talk)).toMatchObject([
      { kind: 'tool_call', status: 'failed', content: [{ name: 'invalid' }] },
      { kind: 'tool_result', status: 'failed' },
    ]);
  });

  test('with a reused call id is a call of its own', () => {
    const talk = begun()
      .emit(tool('read', { status: 'completed', output: 'a' }), done(), idle)
      .prompt('more', 'u2')
      .emit(tool('read', { status: 'completed', output: 'b' }, { id: 't2' }));
    const ids = tools(talk).map(({ content: [first] }) => (first as { call_id: string }).call_id);
    expect(ids).toEqual(['t1', 't1', 't2', 't2']);
  });

  test('whose old output the server drops is not shown again', () => {
    const talk = begun().emit(tool('read', { status: 'completed', output: 'a', time: { compacted: 5 } }));
    expect(tools(talk)).toEqual([]);
  });
});

describe('the output of a command', () => {
  const runs = (output: string) => tool('bash', { status: 'running', metadata: { output } });

  test('is streamed as deltas', () => {
    const talk = begun().emit(runs(''), runs('one\n'), runs('one\n'), runs('one\ntwo\n'));
    talk.emit(tool('bash', { status: 'completed', output: 'one\ntwo\n', metadata: { exit: 0 } }));
    const streamed = talk.of('item.delta').map(({ data }) => data.delta);
    expect(streamed.slice(1)).toEqual(['one\n', 'two\n']);
  });

  test('is joined by its end when the beginning was cut off', () => {
    const long = 'x'.repeat(300);
    const { streamed } = grown(null, `${long}end`);
    expect(grown(streamed, `${long}end and more`).delta).toBe(' and more');
    expect(grown(streamed, `...${long.slice(50)}end, cut`).delta).toBe(', cut');
    expect(grown(streamed, 'something else')).toEqual({ delta: '', streamed });
  });

  test.each([
    ['0', { exit: 0 }, 'completed', 0],
    ['3', { exit: 3 }, 'failed', 3],
    ['null, after an abort', { exit: null }, 'failed', null],
  ])('exit code %s', (_, metadata, status, exit_code) => {
    expect(result('bash', { output: 'x', metadata, time: { start: 5, end: 8 } })).toMatchObject({
      status,
      content: [{ output: 'x' }, { json: { exit_code, duration_ms: 3 } }],
    });
  });

  test("without an exit code, as of the user's own command, is a success", () => {
    const item = result('bash', { output: 'x', metadata: { output: 'x' } });
    expect(item.status).toBe('completed');
    expect(item.content).toHaveLength(1);
  });

  test('is kept when the tool fails', () => {
    const state = { status: 'error', error: 'Aborted', metadata: { output: 'half', interrupted: true } };
    expect(result('bash', state)).toMatchObject({ status: 'failed', content: [{ output: 'half\nAborted' }] });
  });
});

describe('files', () => {
  const patch = 'Index: /w/a.txt\n=====\n--- /w/a.txt\n+++ /w/a.txt\n@@ -1 +1 @@\n-a\n+b\n';
  const diff = '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n';

  test.each([
    ['read', { input: { filePath: '/w/a.txt' } }, { action: 'read' }],
    ['edit', { metadata: { diff: 'x', filediff: { file: '/w/a.txt', patch } } }, { action: 'patch', diff }],
    ['multiedit', { input: { filePath: '/w/a.txt' }, metadata: { diff: patch } }, { action: 'patch', diff }],
    [
      'write',
      { input: { filePath: '/w/a.txt', content: 'b' }, metadata: { exists: false } },
      {
        action: 'write',
        diff: '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+b\n\\ No newline at end of file\n',
      },
    ],
    [
      'write',
      { input: { filePath: '/w/a.txt', content: 'b' }, metadata: { exists: true } },
      { action: 'write' },
    ],
    [
      'apply_patch',
      { metadata: { diff: 'all', files: [{ filePath: '/w/a.txt', type: 'update', patch }] } },
      { action: 'patch', diff },
    ],
  ])('reported by %s are in its result', (name, state, ref) => {
    expect(result(name, { output: 'ok', ...state }).content.slice(1)).toEqual([
      { type: 'file_ref', path: '/w/a.txt', ...ref },
    ]);
  });

  test('of a failed tool are not', () => {
    const state = { status: 'error', error: 'No', metadata: { filediff: { file: '/w/a.txt', patch } } };
    expect(result('edit', state).content).toHaveLength(1);
  });

  test('attached to a result are images or file references', () => {
    const attachments = [
      { type: 'file', mime: 'image/png', url: 'data:image/png;base64,AA==' },
      { type: 'file', mime: 'text/plain', url: 'file:///w/b.txt' },
    ];
    expect(result('webfetch', { output: 'ok', attachments }).content.slice(1)).toEqual([
      { type: 'image', path: 'data:image/png;base64,AA==', mime: 'image/png' },
      { type: 'file_ref', path: '/w/b.txt', action: 'read' },
    ]);
  });

  const changed = part({ id: 'x1', type: 'patch', files: ['/w/a.txt', '/w/b.txt'] });
  const edit = tool('edit', {
    status: 'completed',
    output: '',
    metadata: { filediff: { file: '/w/a.txt', patch } },
  });
  const statuses = (talk: Conversation) => talk.items.filter(({ kind }) => kind === 'status');

  test('changed by a command are shown after the step, with their diffs once known', () => {
    const diffs = [
      { file: 'b.txt', patch: '--- b.txt\t\n+++ b.txt\t\n@@ -0,0 +1,1 @@\n+b\n', status: 'added' },
    ];
    const talk = begun().emit(edit, changed);
    expect(statuses(talk)).toEqual([]);
    talk.emit(user('u1', { summary: { diffs: [] } }), user('u1', { summary: { diffs } }), done(), idle);
    expect(statuses(talk)).toMatchObject([
      {
        status: 'completed',
        content: [
          { type: 'status', label: 'Files changed' },
          {
            type: 'file_ref',
            path: '/w/b.txt',
            action: 'write',
            diff: '--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1 @@\n+b\n',
          },
        ],
      },
    ]);
  });

  test('whose diff comes too late are shown without one', () => {
    const talk = begun().emit(
      changed,
      event('session.error', { sessionID: 's1', error: { name: 'X' } }),
      done(),
      idle,
    );
    expect(statuses(talk)).toMatchObject([
      { status: 'completed', content: [{ type: 'status' }, { path: '/w/a.txt' }, { path: '/w/b.txt' }] },
    ]);
    expect(JSON.stringify(statuses(talk))).not.toContain('diff');
  });
});
