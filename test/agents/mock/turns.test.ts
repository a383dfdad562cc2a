import { expect, test } from 'vitest';
import { drafts, turnEnd } from './native-drafts.js';

test('a turn starts and ends with its model', () => {
  expect(drafts({ type: 'turn_started', turn: 't1', number: 2, model: 'mock-1' }, turnEnd)).toMatchObject([
    { type: 'turn.started', metadata: { model: 'mock-1', native: { number: 2 } } },
    { type: 'turn.ended', metadata: { model: 'mock-1' } },
  ]);
});

test('usage counts cached input as input, and thinking as output', () => {
  const spent = { fresh: 1, cache_hits: 20, cache_writes: 300, answer: 4, thinking: 50 };
  expect(drafts({ ...turnEnd, turn: 't1', outcome: 'failed', spent, cost: 0.25, ms: 12 })).toEqual([
    {
      type: 'turn.ended',
      outcome: 'error',
      turn: 't1',
      metadata: {
        model: 'mock-1',
        usage: {
          input_tokens: 321,
          cached_tokens: 20,
          cache_write_tokens: 300,
          output_tokens: 54,
          reasoning_tokens: 50,
        },
        cost_usd: 0.25,
        duration_ms: 12,
      },
    },
  ]);
});

test('the context is there if the program tells it', () => {
  expect(drafts({ ...turnEnd, window: { filled: 3, size: 9 } })).toMatchObject([
    { metadata: { context: { used_tokens: 3, window_tokens: 9 } } },
  ]);
});
