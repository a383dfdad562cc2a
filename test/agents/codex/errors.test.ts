import { expect, test } from 'vitest';
import { errorDraft, outcomeOf } from '../../../src/agents/codex/errors.js';
import type { TurnErrorOf } from '../../../src/agents/codex/native.js';

const error = (
  codexErrorInfo: TurnErrorOf['codexErrorInfo'],
  message = 'Boom',
  additionalDetails: string | null = null,
): TurnErrorOf => ({ message, codexErrorInfo, additionalDetails });

const failedWith = (httpStatusCode: number | null) => ({ httpConnectionFailed: { httpStatusCode } });

test.each<[TurnErrorOf, string]>([
  [error('unauthorized'), 'auth'],
  [error('usageLimitExceeded'), 'rate_limit'],
  [error('sessionBudgetExceeded'), 'billing'],
  [error('serverOverloaded'), 'overloaded'],
  [error('contextWindowExceeded'), 'context_length'],
  [error('cyberPolicy'), 'refused'],
  [error('badRequest'), 'invalid_request'],
  [error('internalServerError', 'We’re currently experiencing high demand'), 'server'],
  [error('sandboxError'), 'agent'],
  [error(failedWith(401)), 'auth'],
  [error(failedWith(503)), 'overloaded'],
  [error(failedWith(null)), 'network'],
  [error(failedWith(null), 'Reconnecting... 1/2', 'rate limit exceeded: wait'), 'rate_limit'],
  [error('other', '{"error":{"message":"bad"}}'), 'invalid_request'],
  [error('other', 'stream disconnected before completion'), 'network'],
  [error('other'), 'unknown'],
  [error('somethingNew'), 'unknown'],
  [error(null), 'unknown'],
])('%j is of the category %s', (given, category) => {
  expect(errorDraft(given, false)).toMatchObject({ details: { retryable: false, category } });
});

test('an error has its status, and further details under `native`', () => {
  expect(errorDraft(error(failedWith(503), 'Boom', 'because'), true, { sub_agent: 'child' })).toEqual({
    type: 'error',
    message: 'Boom',
    code: 'httpConnectionFailed',
    details: {
      retryable: true,
      category: 'overloaded',
      status: 503,
      native: { additional_details: 'because', sub_agent: 'child' },
    },
  });
  expect(errorDraft(error(null), true)).toMatchObject({ code: null, details: { retryable: true } });
});

test('a turn that the provider refuses is refused, one that it fails at is an error', () => {
  expect(outcomeOf('failed', error('misalignmentPolicyViolation'))).toBe('refused');
  expect(outcomeOf('failed', error('other'))).toBe('error');
  expect(outcomeOf('interrupted', null)).toBe('interrupted');
});
