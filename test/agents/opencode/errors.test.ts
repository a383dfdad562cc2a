import { expect, test } from 'vitest';
import { failed, status, translated } from './native-events.js';

const details = (...given: Parameters<typeof translated>) =>
  translated(...given).drafts.flatMap((draft) => (draft.type === 'error' ? [draft.details] : []));

test.each([
  ['ProviderAuthError', 'No key', {}, 'auth'],
  ['APIError', 'No', { statusCode: 401 }, 'auth'],
  ['APIError', 'No', { statusCode: 402 }, 'billing'],
  ['APIError', 'No', { statusCode: 403 }, 'auth'],
  ['APIError', 'No', { statusCode: 429 }, 'rate_limit'],
  ['APIError', 'No', { statusCode: 500 }, 'server'],
  ['APIError', 'No', { statusCode: 529 }, 'overloaded'],
  ['APIError', 'Unable to connect', {}, 'network'],
  ['ContextOverflowError', 'Too long', {}, 'context_length'],
  ['ContentFilterError', 'Blocked', {}, 'refused'],
  ['UnknownError', 'Model not found: a/b.', {}, 'invalid_request'],
  ['UnknownError', 'ProviderModelNotFoundError: Model not found: a/b', {}, 'invalid_request'],
  ['UnknownError', 'Agent not found: "x"', {}, 'invalid_request'],
  ['UnknownError', 'Something', {}, 'unknown'],
  ['LaterError', 'Something', {}, 'unknown'],
])('%s "%s" %j is of the category %4$s', (name, message, data, category) => {
  const { statusCode } = data as { statusCode?: number };
  const [found] = details(failed(name, message, data));
  expect(found).toMatchObject({ category });
  expect(found?.status).toBe(statusCode);
});

test('an error without a message has one in words', () => {
  const event = failed('MessageOutputLengthError', '');
  event.properties.error.data = {};
  expect(translated(event).drafts).toMatchObject([
    { code: 'MessageOutputLengthError', message: "The answer is longer than the model's output may be" },
  ]);
});

test.each([
  ['Rate limit reached', 'rate_limit'],
  ['Provider is overloaded', 'overloaded'],
  ['Cannot connect to API: Unable to connect.', 'network'],
  ['scripted 500', 'unknown'],
])('a retry after "%s" is of the category %s', (message, category) => {
  expect(details(status('retry', { attempt: 1, message, next: 7 }))).toEqual([
    { retryable: true, category, native: { attempt: 1, next: 7 } },
  ]);
});

test.each([
  [400, 'invalid_request'],
  [404, 'invalid_request'],
  [500, 'agent'],
  [null, 'agent'],
])('a prompt that the server refuses with %s is of the category %s', (code, category) => {
  const refused = { type: 'promptRefused', turnId: 't', message: 'No', status: code, name: null } as const;
  expect(details(refused)).toMatchObject([{ retryable: false, category }]);
});
