import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { translator } from '../../../src/agents/claude/translate.js';
import { assistant, drafts, draftsOf, result, stream, system, text, user } from './native-lines.js';

const init = (session_id: string) => system('init', { session_id, model: 'm', tools: ['Bash'] });

describe('session', () => {
  test('starts with the first init; every init starts a turn', () => {
    expect(drafts(init('a'), init('a'))).toEqual([
      {
        type: 'session.started',
        native_session_id: 'a',
        metadata: { model: 'm', tools: ['Bash'] },
      },
      { type: 'turn.started', metadata: { model: 'm' } },
      { type: 'turn.started', metadata: { model: 'm' } },
    ]);
  });

  test('gets a new id after a reset, not the one in the reset message', () => {
    const reset = { type: 'conversation_reset', new_conversation_id: 'x', uuid: 'x', session_id: 'a' };
    const ids = (...lines: object[]) =>
      draftsOf('session.started', ...lines).map(({ native_session_id }) => native_session_id);
    expect(ids(init('a'), reset, result({ session_id: 'b' }), init('b'))).toEqual(['a', 'b']);
    expect(ids(init('a'), reset, init('b'), result({ session_id: 'b' }))).toEqual(['a', 'b']);
    expect(ids(result({ session_id: 'nowhere' }))).toEqual([]);
  });
});

describe('text with the role user', () => {
  const itemsOf = (...lines: object[]) =>
    draftsOf('item.completed', ...lines).map(({ item }) => [item.kind, item.role, item.content?.[0]]);

  test('becomes a system item if it is from the CLI', () => {
    const words = '[Request interrupted by user]';
    expect(itemsOf(user([text(words)]))).toEqual([['system', 'system', text(words)]]);
    expect(itemsOf(user('Resume directly', { isSynthetic: true }))).toHaveLength(1);
  });

  test('is dropped if it is an echo, but not if it is command output', () => {
    expect(itemsOf(user('hello', { isReplay: true }))).toEqual([]);
    const output = (words: string) => `<local-command-stdout>${words}</local-command-stdout>`;
    expect(itemsOf(user(output('Usage: 0'), { isReplay: true }))).toEqual([
      ['system', 'system', text('Usage: 0')],
    ]);
    // Announced otherwise.
    for (const words of ['Set model to `sonnet (claude-sonnet-5-5)`', 'Compacted '])
      expect(itemsOf(user(output(words), { isReplay: true }))).toEqual([]);
  });

  test('is dropped if it is the prompt of a sub-agent', () => {
    expect(itemsOf(user([text('Read it')], { parent_tool_use_id: 't1' }))).toEqual([]);
  });

  test('is dropped if it is the summary of a compaction', () => {
    const boundary = system('compact_boundary', { compact_metadata: { trigger: 'auto', pre_tokens: 9 } });
    const summary = user('All that was said', { isSynthetic: true });
    expect(
      itemsOf(boundary, summary, user('Go on', { isSynthetic: true })).map(([, , part]) => part),
    ).toEqual([
      { type: 'status', label: 'compaction', detail: 'Compacted automatically: from 9 tokens' },
      text('Go on'),
    ]);
    expect(itemsOf(boundary, result(), summary)).toHaveLength(2);
  });
});

describe('status messages of the CLI', () => {
  test.each([
    ['informational', { content: 'Hook says no', level: 'warning' }],
    ['notification', { key: 'k', text: 'Done', priority: 'low' }],
    ['local_command_output', { content: 'Usage: 0' }],
    ['session_writes_lost', { error_code: 'ENOSPC', lost: ['transcript'] }],
    ['plugin_install', { status: 'failed', name: 'x', error: 'no' }],
    ['hook_response', { hook_name: 'Stop', outcome: 'error', output: 'bad', stdout: '', stderr: '' }],
    ['task_progress', { task_id: 't', tool_use_id: 'c1', description: 'Reading' }],
  ])('%s becomes an item', (subtype, more) => {
    expect(draftsOf('item.completed', system(subtype, more))).toHaveLength(1);
  });
});

describe('unparsable lines', () => {
  test.each([
    ['not JSON at all', 'not JSON'],
    ['[1]', 'unknown message "undefined"'],
    ['null', 'not a JSON object'],
    ['{"type":"mystery"}', 'unknown message "mystery"'],
    ['{"type":"constructor"}', 'unknown message "constructor"'],
    ['{"type":"system","subtype":"mystery"}', 'unknown message "system/mystery"'],
    ['{"type":"stream_event"}', 'unknown message "stream_event/undefined"'],
    [
      '{"type":"stream_event","event":{"type":"content_block_delta","delta":{"type":"smell_delta"}}}',
      'unknown message "stream_event/smell_delta"',
    ],
    ['{"type":"control_request","request":{"subtype":"mystery"}}', 'control_request/mystery'],
    ['{"type":"assistant","message":{}}', 'malformed assistant'],
  ])('%s', (line, error) => {
    expect(drafts(line)).toEqual([
      {
        type: 'agent.unparsed',
        error: expect.stringContaining(error),
        location: 'claude',
        raw_hash: createHash('sha256').update(line).digest('hex').slice(0, 16),
      },
    ]);
  });

  test.each(['keep_alive', 'tool_progress'])('%s is ignored on purpose', (type) =>
    expect(drafts({ type })).toEqual([]),
  );
});

test('only the first delta of a block changes the state', () => {
  let state = translator.initial();
  const take = (line: object) => {
    state = translator.translate(state, { from: 'agent', text: JSON.stringify(line) }).state;
    return state;
  };
  for (const line of [stream.start('m1'), stream.block(text('')), stream.text('a')]) take(line);
  const before = state;
  expect(take(stream.text('b'))).toBe(before);
});

test('the state drops everything that has ended', () => {
  let state = translator.initial();
  const lines = [init('a'), assistant('m1', text('x')), result({ total_cost_usd: 1 })];
  for (const line of lines)
    state = translator.translate(state, { from: 'agent', text: JSON.stringify(line) }).state;
  expect(state).toEqual({
    ...translator.initial(),
    session: 'a',
    costUsd: 1,
    model: 'm',
  });
});
