import { describe, expect, test } from 'vitest';
import { categoryOf } from '../../../src/agents/claude/errors.js';
import { drafts, system, user } from './native-lines.js';

describe('category', () => {
  test.each([
    ['auth', { code: 'authentication_failed' }],
    ['auth', { code: 'unknown', type: 'permission_error', status: 403 }],
    ['billing', { code: 'billing_error', type: 'invalid_request_error', status: 400 }],
    ['billing', { code: 'unknown', type: 'billing_error', status: 402 }],
    ['rate_limit', { code: 'rate_limit', status: 429 }],
    ['overloaded', { code: 'server_error', type: 'overloaded_error', status: 529 }],
    ['overloaded', { code: 'server_error', status: 529 }],
    ['context_length', { code: 'invalid_request', status: 400, message: 'Prompt is too long · …' }],
    ['context_length', { code: 'invalid_request', type: 'request_too_large', status: 413 }],
    ['invalid_request', { code: 'model_not_found', status: 404 }],
    ['invalid_request', { code: 'unknown', type: 'invalid_request_error', status: 400 }],
    ['network', { code: 'server_error', detail: 'connection_failed' }],
    ['server', { code: 'server_error', type: 'api_error', status: 500 }],
    ['server', { code: 'server_error' }],
    ['unknown', { code: 'max_output_tokens', detail: 'max_output_tokens' }],
    ['unknown', { code: 'unknown' }],
  ])('%s: %o', (category, failure) => {
    expect(categoryOf(failure)).toBe(category);
  });
});

describe('a retry', () => {
  test.each([
    [529, 'overloaded', 'overloaded'],
    [null, 'unknown', 'network'],
    [500, 'server_error', 'server'],
  ])('of a request that failed with %s, %s', (error_status, error, category) => {
    const retry = { attempt: 1, max_retries: 2, retry_delay_ms: 500.4, error_status, error };
    expect(drafts(system('api_retry', retry))).toEqual([
      {
        type: 'error',
        message: expect.stringContaining('retry 1 of 2 in 500 ms'),
        code: error,
        details: {
          retryable: true,
          category,
          ...(error_status === null ? {} : { status: error_status }),
          native: { attempt: 1, max_retries: 2, retry_delay_ms: 500 },
        },
      },
    ]);
  });

  test.each([
    ['Your response above was cut off mid-stream. Resume directly.', 'server'],
    ['Your response above was stopped by a safety classifier — this is not a tool error.', 'refused'],
    ['Output token limit hit. Resume directly.', 'unknown'],
    ['Your response was cut off because it exceeded the output token limit. Continue.', 'unknown'],
    ['[Your previous response reached the output limit with no visible output.]', 'unknown'],
    ['The previous response failed to produce a valid tool call. Please retry.', 'unknown'],
    ['Your tool call was malformed and could not be parsed. Please retry.', 'unknown'],
    ['[Your previous response had no visible output. Please continue.]', 'unknown'],
  ])('that the model is asked for: %s', (words, category) => {
    expect(drafts(user(words, { isSynthetic: true }))).toMatchObject([
      { type: 'error', details: { retryable: true, category } },
    ]);
    // The same words of somebody else are no error.
    expect(drafts(user(words))).toMatchObject([{ type: 'item.completed', item: { kind: 'system' } }]);
  });

  test('after a refusal is announced once', () => {
    const content = "Opus 5.5's safeguards stopped the response above · continuing once with that noted";
    expect(drafts(system('informational', { content, level: 'notice' }))).toEqual([]);
  });
});
