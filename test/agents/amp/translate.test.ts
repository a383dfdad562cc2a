import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { translator } from '../../../src/agents/amp/translate.js';
import {
  assistant,
  drafts,
  draftsOf,
  inputOf,
  notice,
  prompt,
  result,
  text,
  toolResult,
  toolUse,
  user,
} from './native-lines.js';

const init = (session_id: string) => ({ type: 'system', subtype: 'init', session_id, tools: ['Bash'] });
const ends = (...lines: object[]) => draftsOf('turn.ended', ...lines).map(({ outcome }) => outcome);
const asked = prompt('m1', 'do it');

test('starts the session with the first line, but not again when the thread is continued', () => {
  expect(drafts(init('T-1'), init('T-1'))).toEqual([
    { type: 'session.started', native_session_id: 'T-1', metadata: { tools: ['Bash'] } },
  ]);
});

describe('a turn', () => {
  test('ends with a message without a tool call', () => {
    const call = assistant([text('Wait.'), toolUse('t1')], { stop_reason: 'tool_use' });
    expect(ends(asked, call, toolResult('t1', 'ok'))).toEqual([]);
    expect(ends(asked, call, toolResult('t1', 'ok'), assistant([text('Done.')]))).toEqual(['completed']);
  });

  test.each([
    ['end_turn', ['completed']],
    ['max_tokens', ['completed']],
    ['stop_sequence', ['completed']],
    ['refusal', ['refused']],
    ['tool_use', []],
    ['pause_turn', []],
    [null, []],
    [undefined, ['completed']],
  ])('with the stop reason %s', (stop_reason, outcomes) => {
    expect(ends(asked, assistant([text('Hm.')], { stop_reason }))).toEqual(outcomes);
  });

  test('does not end with a message that has a tool call, whatever its stop reason', () => {
    expect(ends(asked, assistant([text('Hm.'), toolUse('t1')]))).toEqual([]);
  });

  test('does not end with an empty message without a stop reason', () => {
    expect(ends(asked, assistant([], { stop_reason: undefined }))).toEqual([]);
  });

  test('does not end with a message of a sub-agent', () => {
    expect(ends(asked, assistant([text('Hm.')], {}, { parent_tool_use_id: 't1' }))).toEqual([]);
  });

  test('adds up the tokens of its messages', () => {
    const usage = { input_tokens: 5, output_tokens: 1 };
    const [ended] = draftsOf(
      'turn.ended',
      asked,
      assistant([toolUse('t1')], { usage, stop_reason: 'tool_use' }),
      assistant([text('Hm')], { usage, stop_reason: null }),
      assistant([text('Hm.')], { usage }),
    );
    expect(ended?.metadata).toEqual({
      usage: { input_tokens: 10, output_tokens: 2 },
      native: { stop_reason: 'end_turn' },
    });
  });

  test('counts the cache as input, and tells the model if Amp does', () => {
    const usage = {
      input_tokens: 5,
      cache_creation_input_tokens: 20,
      cache_read_input_tokens: 300,
      output_tokens: 1,
    };
    const [ended] = draftsOf('turn.ended', asked, assistant('Hm.', { usage, model: 'some-model' }));
    expect(ended?.metadata).toMatchObject({
      model: 'some-model',
      usage: { input_tokens: 325, cached_tokens: 300, cache_write_tokens: 20, output_tokens: 1 },
    });
  });

  test.each([
    ['success', {}, ['completed'], 0],
    ['an error', { is_error: true, error: 'broken' }, ['error'], 1],
    ['an error without words', { subtype: 'error_during_execution', is_error: true }, ['error'], 1],
    ['a signal', { is_error: true, error: 'User cancelled (SIGTERM)' }, ['interrupted'], 0],
    ['too many turns', { subtype: 'error_max_turns', is_error: true }, ['max_turns'], 0],
  ])('ends when the process exits: %s', (_, more, outcomes, errors) => {
    expect(ends(asked, result(more))).toEqual(outcomes);
    expect(draftsOf('error', asked, result(more))).toHaveLength(errors);
  });

  test('ends only once', () => {
    const over = [asked, assistant([text('Done.')])];
    expect(ends(...over, result())).toHaveLength(1);
    expect(ends(...over, result({ is_error: true, error: 'User cancelled (SIGINT)' }))).toHaveLength(1);
    expect(ends(...over, notice({ type: 'interrupted' }))).toHaveLength(1);
  });
});

test.each([
  ['out of credits', 'billing'],
  ['429 Too Many Requests', 'rate_limit'],
  ["Couldn't connect to the Amp server", 'network'],
  ['broken', 'unknown'],
])('the error "%s" is of the category %s', (error, category) => {
  const [failed] = draftsOf('error', asked, result({ is_error: true, error }));
  expect(failed?.details).toEqual({ retryable: false, category });
});

describe('an MCP server', () => {
  const servers = (status: string) => ({ ...init('T-1'), mcp_servers: [{ name: 'demo', status }] });
  const announced = (...lines: object[]) =>
    draftsOf('item.completed', ...lines).map(({ item }) => item.content);

  test('that failed is announced', () => {
    expect(announced(servers('connection-failed'))).toEqual([
      [
        { type: 'status', label: 'mcp', detail: 'demo: connection failed' },
        { type: 'json', json: { server: 'demo', error: 'connection failed' } },
      ],
    ]);
  });

  test.each(['connected', 'connecting', 'disabled'])('that is %s is not', (status) => {
    expect(announced(servers(status))).toEqual([]);
  });
});

describe('a to-do list', () => {
  const todo = (id: string, todos: unknown, more: object = {}) =>
    assistant([toolUse(id, 'todo_write', { todos })], { stop_reason: 'tool_use' }, more);
  const plans = (...lines: object[]) =>
    draftsOf('item.completed', ...lines).flatMap(({ item }) =>
      item.kind === 'status'
        ? (item.content ?? []).flatMap((part) => (part.type === 'json' ? [part.json] : []))
        : [],
    );
  const todos = [
    { id: '1', content: 'Look', status: 'in-progress', priority: 'high' },
    { id: '2', content: 'Leap', status: 'todo' },
    { id: '3', content: 'Odd', status: 'strange' },
  ];

  test('is a plan when it was written', () => {
    expect(plans(asked, todo('t1', todos), toolResult('t1', 'ok'))).toEqual([
      {
        entries: [
          { content: 'Look', status: 'in_progress', priority: 'high' },
          { content: 'Leap', status: 'pending' },
        ],
      },
    ]);
  });

  test('is not shown again if it has not changed', () => {
    const written = [todo('t1', todos), toolResult('t1', 'ok')];
    const again = [todo('t2', todos), toolResult('t2', 'ok')];
    expect(plans(asked, ...written, assistant('Done.'), prompt('m2', 'more'), ...again)).toHaveLength(1);
  });

  test.each([
    ['could not be written', [todo('t1', todos), toolResult('t1', 'no', true)]],
    ['has another shape', [todo('t1', 'everything'), toolResult('t1', 'ok')]],
    ['is that of a sub-agent', [todo('t1', todos, { parent_tool_use_id: 't0' }), toolResult('t1', 'ok')]],
  ])('that %s is not shown', (_, lines) => {
    expect(plans(asked, ...lines)).toEqual([]);
  });
});

describe('a turn that Amp starts', () => {
  const begun = (...lines: object[]) => draftsOf('turn.started', ...lines).length;
  const over = [asked, assistant([text('Done.')])];

  test('starts with an unsolicited message', () => {
    expect(begun(...over)).toBe(0);
    expect(begun(...over, assistant([text('One more thing.')]))).toBe(1);
  });

  test('starts with a message that was too late for the previous turn', () => {
    const late = prompt('m2', 'faster', true);
    expect(begun(...over, late, user('faster'), assistant([text('Fast.')]))).toBe(1);
    expect(ends(...over, late, assistant([text('Fast.')]))).toEqual(['completed', 'completed']);
  });

  test('does not start with a sub-agent that outlives its turn', () => {
    expect(begun(...over, assistant([text('Hm.')], {}, { parent_tool_use_id: 't1' }))).toBe(0);
  });
});

describe('item keys', () => {
  const keys = (...lines: object[]) => draftsOf('item.completed', ...lines).map(({ item }) => item.key);

  test('are unique across processes of the session', () => {
    const [first] = keys(prompt('m1', 'a'), assistant('One.'));
    const [second] = keys(prompt('m2', 'b'), assistant('One.'));
    expect(first).not.toBe(second);
  });

  test('differ for equal ids', () => {
    expect(new Set(keys(asked, assistant('a', { id: 'x' }), assistant('b', { id: 'x' }))).size).toBe(2);
  });
});

describe('text with the role user', () => {
  const userMessages = (...lines: object[]) =>
    draftsOf('item.completed', ...lines).flatMap(({ item }) => (item.role === 'user' ? [item.content] : []));

  test('is dropped if it echoes our message, even with more text around it', () => {
    expect(userMessages(asked, user([text('do it')]))).toEqual([]);
    expect(userMessages(asked, user('<context/>\ndo it'))).toEqual([]);
    expect(userMessages(asked, prompt('m2', 'faster'), user('faster'), user('do it'))).toEqual([]);
  });

  test('becomes a user message if it came from another client', () => {
    expect(userMessages(asked, user('do it'), user('do it'))).toEqual([[text('do it')]]);
    expect(draftsOf('turn.started', user('hello'))).toHaveLength(1);
  });

  test('is dropped if it is the prompt of a sub-agent', () => {
    expect(userMessages(user('Look.', { parent_tool_use_id: 't1' }))).toEqual([]);
  });
});

describe('unparsable lines', () => {
  test.each([
    ['not JSON at all', 'not JSON'],
    ['null', 'not a JSON object'],
    ['[1]', 'unknown message "undefined"'],
    ['{"type":"mystery"}', 'unknown message "mystery"'],
    ['{"type":"constructor"}', 'unknown message "constructor"'],
    ['{"type":"system","subtype":"mystery"}', 'unknown message "system/mystery"'],
    ['{"type":"assistant","message":{}}', 'malformed assistant'],
  ])('%s', (line, error) => {
    expect(drafts(line)).toEqual([
      {
        type: 'agent.unparsed',
        error: expect.stringContaining(error),
        location: 'amp',
        raw_hash: createHash('sha256').update(line).digest('hex').slice(0, 16),
      },
    ]);
  });
});

test('the state drops everything that has ended', () => {
  let state = translator.initial();
  const lines = [
    asked,
    assistant([toolUse('t1')], { stop_reason: 'tool_use' }),
    assistant('Done.'),
    result(),
  ];
  for (const line of lines) state = translator.translate(state, inputOf(line)).state;
  expect(state).toEqual({ ...translator.initial(), prompt: 'm1', names: 2 });
});
