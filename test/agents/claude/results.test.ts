import { describe, expect, test } from 'vitest';
import { draftsOf, result, sent, system } from './native-lines.js';

const ends = (...lines: object[]) => draftsOf('turn.ended', ...lines);

describe('outcome of a turn', () => {
  test.each([
    ['completed', { terminal_reason: 'completed' }],
    ['completed', {}],
    ['error', { is_error: true, terminal_reason: 'api_error' }],
    // The older CLI reports `completed`.
    ['error', { is_error: true, terminal_reason: 'completed' }],
    ['error', { is_error: true, subtype: 'error_during_execution' }],
    ['error', { is_error: true, subtype: 'error_max_budget_usd', terminal_reason: 'budget_exhausted' }],
    [
      'interrupted',
      { is_error: true, subtype: 'error_during_execution', terminal_reason: 'aborted_streaming' },
    ],
    ['interrupted', { is_error: true, subtype: 'error_during_execution', terminal_reason: 'aborted_tools' }],
    ['max_turns', { is_error: true, subtype: 'error_max_turns', terminal_reason: 'max_turns' }],
    ['refused', { is_error: true, terminal_reason: 'api_error', stop_reason: 'refusal' }],
  ])('%s: %o', (outcome, native) => {
    expect(ends(result(native))).toMatchObject([{ outcome }]);
  });

  test('refused, if a refusal was reported earlier', () => {
    const refusal = system('model_refusal_no_fallback', { content: 'I will not', original_model: 'x' });
    const failed = result({ is_error: true, terminal_reason: 'api_error' });
    expect(ends(refusal, failed, failed)).toMatchObject([{ outcome: 'refused' }, { outcome: 'error' }]);
  });
});

describe('cost of a turn', () => {
  const costs = (...results: object[]) =>
    ends(...results.map(result)).map(({ metadata }) => metadata?.cost_usd);

  test('is the difference between totals', () => {
    expect(
      costs(
        { total_cost_usd: 0.0007000000000000001 },
        { total_cost_usd: 0.00126 },
        { total_cost_usd: 0.00126 },
      ),
    ).toEqual([0.0007, 0.00056, 0]);
  });

  test('starts from zero after the total was reset', () => {
    expect(costs({ total_cost_usd: 3 }, { total_cost_usd: 0 }, { total_cost_usd: 1 })).toEqual([3, 0, 1]);
    expect(costs({ total_cost_usd: 3 }, { total_cost_usd: 2 })).toEqual([3, 2]);
  });

  test('is omitted without a total', () => {
    expect(costs({ total_cost_usd: 3 }, {}, { total_cost_usd: 4 })).toEqual([3, undefined, 1]);
  });

  const model = (costUSD: number, tokens: number) => ({
    inputTokens: tokens,
    outputTokens: 1,
    cacheReadInputTokens: 2,
    cacheCreationInputTokens: 3,
    costUSD,
  });

  test('prefers the usage since the last result, as a resumed total includes earlier costs', () => {
    const since = { a: model(0.1, 10), b: model(0.2, 20) };
    const usage = { input_tokens: 5, service_tier: 'standard' };
    const [turn] = ends(result({ total_cost_usd: 9, model_usage_since_last_result: since, usage }));
    expect(turn?.metadata).toEqual({
      cost_usd: 0.3,
      usage: {
        input_tokens: 40,
        cached_tokens: 4,
        cache_write_tokens: 6,
        output_tokens: 2,
      },
    });
  });

  test('falls back to the main usage without usage by model', () => {
    const [turn] = ends(
      result({ model_usage_since_last_result: {}, usage: { input_tokens: 5, server_tool_use: {} } }),
    );
    expect(turn?.metadata).toEqual({ cost_usd: 0, usage: { input_tokens: 5 } });
  });
});

describe('errors', () => {
  const errors = (...lines: object[]) =>
    draftsOf('error', ...lines).map(({ message, details }) => [message, details?.retryable]);
  const synthetic = (words: string) => ({
    type: 'assistant',
    message: {
      id: 'x',
      model: '<synthetic>',
      content: [{ type: 'text', text: words }],
      stop_reason: 'stop_sequence',
    },
    parent_tool_use_id: null,
    error: 'server_error',
    uuid: 'u',
    session_id: 's',
  });

  test('are reported once, by the message or by the result', () => {
    const failed = result({ is_error: true, result: 'It broke' });
    expect(errors(failed)).toEqual([['It broke', false]]);
    expect(errors(synthetic('It broke'), failed)).toEqual([['It broke', false]]);
    expect(errors(synthetic('It broke'), failed, failed)).toHaveLength(2);
  });

  test('of a sub-agent do not hide those of the turn', () => {
    const sub = { ...synthetic('Sub broke'), parent_tool_use_id: 't1' };
    expect(errors(sub, result({ is_error: true, result: 'It broke' }))).toHaveLength(2);
  });

  test('omit internal diagnostics', () => {
    const list = ['[ede_diagnostic] result_type=user', 'No conversation found'];
    const lines = result({ is_error: true, subtype: 'error_during_execution', errors: list });
    expect(errors(lines)).toEqual([['No conversation found', false]]);
    expect(ends(lines)[0]?.metadata).toEqual({ native: { errors: ['No conversation found'] } });
  });

  test('are not reported for an interrupted turn', () => {
    const list = ['[ede_diagnostic] x'];
    expect(errors(result({ is_error: true, terminal_reason: 'aborted_tools', errors: list }))).toEqual([]);
  });

  test('of a retried request are retryable', () => {
    const retry = {
      attempt: 1,
      max_retries: 10,
      retry_delay_ms: 515.28,
      error: 'unknown',
      error_status: null,
    };
    expect(errors(system('api_retry', retry))).toEqual([
      ['The API request failed (no response, unknown): retry 1 of 10 in 515 ms', true],
    ]);
  });
});

describe('a message queued behind a turn that the CLI started', () => {
  const fate = (state: string) => ({ type: 'command_lifecycle', command_uuid: 'u1', state });
  const own = (more: object = {}) =>
    result({ origin: { kind: 'task-notification' }, total_cost_usd: 1, usage: { input_tokens: 5 }, ...more });
  const answer = result({ user_message_uuids: ['u1'], total_cost_usd: 3, usage: { input_tokens: 7 } });

  test("that turn does not end the message's, but its cost is added to it", () => {
    expect(ends(fate('queued'), own(), fate('started'), answer, fate('completed'))).toEqual([
      { type: 'turn.ended', outcome: 'completed', metadata: { cost_usd: 3, usage: { input_tokens: 12 } } },
    ]);
  });

  test('that turn ends normally if no message is queued', () => {
    expect(ends(own())).toMatchObject([{ metadata: { native: { origin: 'task-notification' } } }]);
    expect(ends(fate('queued'), fate('started'), own())).toHaveLength(1);
  });

  test('ends with that turn if it was merged into it or interrupted', () => {
    expect(ends(fate('queued'), own({ user_message_uuids: ['u1'] }))).toHaveLength(1);
    expect(ends(fate('queued'), own({ terminal_reason: 'aborted_streaming', is_error: true }))).toHaveLength(
      1,
    );
  });

  test('errors of that turn are reported', () => {
    const lines = [fate('queued'), own({ is_error: true, result: 'It broke' })];
    expect(draftsOf('error', ...lines)).toHaveLength(1);
    expect(ends(...lines)).toEqual([]);
  });
});

describe('a message that was steered into plain text', () => {
  const fate = (uuid: string, state: string) => ({ type: 'command_lifecycle', command_uuid: uuid, state });
  const answered = (uuid: string, more: object = {}) => result({ user_message_uuids: [uuid], ...more });
  const running = [fate('u1', 'queued'), fate('u1', 'started'), system('init', {})];

  test('is answered in the same turn, which lasts as long as both results', () => {
    const first = answered('u1', { duration_ms: 3, total_cost_usd: 1, usage: { input_tokens: 5 } });
    const second = answered('u2', { duration_ms: 4, total_cost_usd: 3, usage: { input_tokens: 7 } });
    const taken = [fate('u1', 'completed'), fate('u2', 'started')];
    const metadata = { cost_usd: 3, usage: { input_tokens: 12 }, duration_ms: 7 };
    expect(ends(...running, fate('u2', 'queued'), first, ...taken, second)).toEqual([
      { type: 'turn.ended', outcome: 'completed', metadata },
    ]);
    expect(ends(...running, fate('u2', 'queued'), first)).toEqual([]);
  });

  test('counts from when it was sent, if the CLI tells what it takes', () => {
    const late = [sent('u2'), answered('u1')];
    expect(ends(...running, ...late)).toEqual([]);
    expect(ends(...running, ...late, fate('u2', 'started'), answered('u2'))).toHaveLength(1);
    // An older version never tells that it has taken it.
    expect(ends(...late)).toHaveLength(1);
  });

  test('leaves nothing to wait for when it was withdrawn', () => {
    const interrupted = answered('u1', { is_error: true, terminal_reason: 'aborted_streaming' });
    expect(ends(...running, sent('u2'), fate('u2', 'cancelled'), interrupted)).toMatchObject([
      { outcome: 'interrupted' },
    ]);
    expect(ends(...running, sent('u2'), fate('u2', 'cancelled'), answered('u1'))).toHaveLength(1);
  });
});

describe('a message that is withdrawn', () => {
  const fate = (state: string, uuid = 'u1') => ({ type: 'command_lifecycle', command_uuid: uuid, state });

  test('ends its turn if the CLI has not begun that', () => {
    expect(ends(fate('queued'), fate('cancelled'))).toEqual([{ type: 'turn.ended', outcome: 'interrupted' }]);
    expect(
      ends(fate('queued'), fate('queued', 'u2'), fate('cancelled', 'u2'), fate('cancelled')),
    ).toHaveLength(1);
  });

  test('leaves the end to the result if the CLI is in a turn, or has ended it', () => {
    const init = system('init', {});
    expect(ends(init, fate('queued'), fate('cancelled'))).toEqual([]);
    expect(ends(init, fate('queued'), fate('started'), result(), fate('cancelled'))).toHaveLength(1);
  });
});
