import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Native } from '../../../src/agents/mock/native.js';
import { translator } from '../../../src/agents/mock/translate.js';
import { translateAll } from './mock-program.js';
import { drafts, turnEnd } from './native-drafts.js';

describe('messages', () => {
  test('streams a message', () => {
    expect(
      drafts(
        { type: 'message_start', message: 'm1' },
        { type: 'message_delta', message: 'm1', text: 'Hi' },
        { type: 'message_end', message: 'm1', text: 'Hi' },
      ),
    ).toEqual([
      {
        type: 'item.started',
        item: { key: 'm1', native_item_id: 'm1', kind: 'message', role: 'assistant' },
      },
      { type: 'item.delta', key: 'm1', delta: 'Hi' },
      {
        type: 'item.completed',
        item: {
          key: 'm1',
          native_item_id: 'm1',
          kind: 'message',
          role: 'assistant',
          content: [{ type: 'text', text: 'Hi' }],
        },
      },
    ]);
  });

  test('an end without text has no content', () => {
    expect(drafts({ type: 'message_end', message: 'm1' })).toEqual([
      {
        type: 'item.completed',
        item: { key: 'm1', native_item_id: 'm1', kind: 'message', role: 'assistant' },
      },
    ]);
  });

  test('reasoning is a separate message that starts with an empty part', () => {
    expect(
      drafts(
        { type: 'reasoning_start', block: 'r1', message: 'm1', hidden: false },
        { type: 'reasoning_delta', block: 'r1', text: 'hm' },
        { type: 'reasoning_end', block: 'r1', message: 'm1', hidden: false },
        { type: 'reasoning_end', block: 'r2', message: 'm1', hidden: true, text: 'secret' },
      ),
    ).toMatchObject([
      {
        type: 'item.started',
        item: {
          key: 'r1',
          parent: 'm1',
          kind: 'message',
          content: [{ type: 'reasoning', text: '', visibility: 'public' }],
        },
      },
      { type: 'item.delta', key: 'r1', delta: 'hm' },
      { type: 'item.completed', item: { key: 'r1', parent: 'm1' } },
      {
        type: 'item.completed',
        item: { key: 'r2', content: [{ type: 'reasoning', text: 'secret', visibility: 'private' }] },
      },
    ]);
  });
});

describe('tools', () => {
  test('a call carries its arguments as a JSON string', () => {
    expect(
      drafts({ type: 'tool_call', call: 'c1', tool: 'mock.search', input: { query: 'example' } }),
    ).toEqual([
      {
        type: 'item.completed',
        item: {
          key: 'c1/call',
          native_item_id: 'c1',
          kind: 'tool_call',
          role: 'assistant',
          content: [
            {
              type: 'tool_call',
              name: 'mock.search',
              arguments: '{"query":"example"}',
              call_id: 'c1',
              kind: 'search',
              title: 'example',
            },
          ],
        },
      },
    ]);
  });

  test('a refused call fails', () => {
    expect(drafts({ type: 'tool_call', call: 'c1', tool: 't', input: {}, refused: true })).toMatchObject([
      { item: { status: 'failed' } },
    ]);
  });

  test('the first output starts the result, later ones add to it', () => {
    const seen = drafts(
      { type: 'tool_output', call: 'c1', text: 'a' },
      { type: 'tool_output', call: 'c2', text: 'x' },
      { type: 'tool_output', call: 'c1', text: 'b' },
      { type: 'tool_result', call: 'c1', ok: false, output: 'ab', exit_code: 3 },
    );
    expect(seen.map(({ type }) => type)).toEqual([
      'item.started',
      'item.delta',
      'item.started',
      'item.delta',
      'item.delta',
      'item.completed',
    ]);
    expect(seen.at(-1)).toMatchObject({
      item: {
        key: 'c1/result',
        kind: 'tool_result',
        role: 'tool',
        status: 'failed',
        content: [
          { type: 'tool_result', call_id: 'c1', output: 'ab' },
          { type: 'json', json: { exit_code: 3 } },
        ],
      },
    });
  });

  test('the state drops completed results and ended turns', () => {
    const run = (messages: Native[]) =>
      messages.reduce(
        (state, message) =>
          translator.translate(state, { from: 'agent', text: JSON.stringify(message) }).state,
        translator.initial(),
      );
    const output: Native = { type: 'tool_output', call: 'c1', text: 'a' };
    const result: Native = { type: 'tool_result', call: 'c1', ok: true, output: 'a' };
    const ended: Native = { ...turnEnd, outcome: 'interrupted' };
    const agentEnded: Native = { type: 'agent_ended', agent: 'a1', ok: false };
    const initial = translator.initial();
    expect(run([output])).toEqual({ ...initial, streaming: [{ call: 'c1', agent: undefined }] });
    expect(run([output, result])).toEqual(initial);
    expect(run([output, ended])).toEqual(initial);
    // A sub-agent may outlive the turn.
    expect(run([{ ...output, agent: 'a1' }, ended])).toEqual({
      ...initial,
      streaming: [{ call: 'c1', agent: 'a1' }],
    });
    expect(run([{ ...output, agent: 'a1' }, agentEnded])).toEqual(initial);
  });
});

describe('sub-agents', () => {
  test('a run belongs to the call that started it', () => {
    const start = { type: 'agent_started', agent: 'a1', call: 'c1', title: 'look' } as const;
    expect(
      drafts(
        { ...start, background: false },
        { type: 'agent_ended', agent: 'a1', ok: true },
        { ...start, background: true },
        { type: 'agent_ended', agent: 'a1', ok: false },
      ),
    ).toEqual([
      { type: 'thread.started', thread: 'a1', title: 'look', call: 'c1/call', endsWithTurn: true },
      { type: 'thread.ended', thread: 'a1', status: 'completed' },
      { type: 'thread.started', thread: 'a1', title: 'look', call: 'c1/call', endsWithTurn: false },
      { type: 'thread.ended', thread: 'a1', status: 'failed' },
    ]);
  });

  test('everything a sub-agent sends is in its thread', () => {
    const agent = 'a1';
    const call = { call: 'c1', tool: 't', input: {} };
    const ask = { title: '', text: '?', choices: [], multiple: false };
    const thought = { agent, block: 'r1', message: 'm1', hidden: false };
    const seen = drafts(
      { type: 'message_start', agent, message: 'm1' },
      { type: 'message_end', agent, message: 'm1', text: 'hi' },
      { type: 'reasoning_start', ...thought },
      { type: 'reasoning_end', ...thought },
      { type: 'tool_call', agent, ...call },
      { type: 'tool_output', agent, call: 'c1', text: 'x' },
      { type: 'tool_result', agent, call: 'c1', ok: true, output: 'x' },
      { type: 'status', agent, block: 's1', label: 'l', detail: 'd', done: true },
      { type: 'system', agent, block: 's2', text: 'note' },
      { type: 'image', agent, message: 'm2', caption: 'c', path: 'p', mime: 'image/png' },
      { type: 'custom', agent, block: 's3', name: 'n', payload: null },
      { type: 'checklist', agent, block: 's4', tasks: [] },
      { type: 'permission_request', agent, request: 'p1', kind: 'command', ...call, why: '', choices: [] },
      { type: 'question_request', agent, request: 'q1', asks: [ask] },
    );
    const threads = seen.flatMap((draft) => {
      if (draft.type === 'item.delta') return [];
      return 'item' in draft ? [draft.item.thread] : 'thread' in draft ? [draft.thread] : [null];
    });
    expect(threads).toEqual(Array(14).fill(agent));
  });
});

test('a withdrawn request is resolved by kind', () => {
  expect(
    drafts(
      { type: 'request_cancelled', request: 'p1', of: 'permission' },
      { type: 'request_cancelled', request: 'q1', of: 'question' },
    ),
  ).toEqual([
    { type: 'permission.resolved', key: 'p1', reply: 'cancelled' },
    { type: 'question.resolved', key: 'q1', answers: null },
  ]);
});

describe('unparsable lines', () => {
  test.each([
    ['not JSON at all', 'not JSON'],
    ['[1]', 'unknown message "undefined"'],
    ['null', 'not a JSON object'],
    ['{"type":"mystery"}', 'unknown message "mystery"'],
    ['{"type":"constructor"}', 'unknown message "constructor"'],
    ['{"type":"message_delta","message":"m1"}', 'malformed message_delta'],
  ])('%s', (text, error) => {
    expect(translateAll([text])).toEqual([
      {
        type: 'agent.unparsed',
        error: expect.stringContaining(error),
        location: 'mock',
        raw_hash: createHash('sha256').update(text).digest('hex').slice(0, 16),
      },
    ]);
  });

  test('unknown fields are accepted', () => {
    expect(translateAll(['{"type":"message_delta","message":"m1","text":"x","new":1}'])).toEqual([
      { type: 'item.delta', key: 'm1', delta: 'x' },
    ]);
  });
});
