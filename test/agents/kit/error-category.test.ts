import { expect, test } from 'vitest';
import { categoryOfMessage, categoryOfStatus } from '../../../src/agents/kit/error-category.js';

test.each([
  [400, 'invalid_request'],
  [401, 'auth'],
  [402, 'billing'],
  [403, 'auth'],
  [404, 'invalid_request'],
  [408, 'network'],
  [413, 'context_length'],
  [422, 'invalid_request'],
  [429, 'rate_limit'],
  [500, 'server'],
  [502, 'server'],
  [503, 'overloaded'],
  [529, 'overloaded'],
  [200, 'unknown'],
  [null, 'unknown'],
  [undefined, 'unknown'],
] as const)('of the status %s', (status, category) => {
  expect(categoryOfStatus(status)).toBe(category);
});

test.each([
  ['Rate limit reached', 'rate_limit'],
  ['Too Many Requests', 'rate_limit'],
  ['Provider is overloaded', 'overloaded'],
  ['Free usage exceeded', 'billing'],
  ['Incorrect API key provided', 'auth'],
  ["This model's maximum context length is 1000 tokens", 'context_length'],
  ['Cannot connect to API: Unable to connect.', 'network'],
  ['The operation timed out', 'network'],
  ['broken', 'unknown'],
])('of the message "%s"', (message, category) => {
  expect(categoryOfMessage(message)).toBe(category);
});
