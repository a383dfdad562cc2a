import { expect, test } from 'vitest';
import { drafts } from './native-drafts.js';

test.each([
  ['mock_error', undefined, 'agent'],
  ['internal', undefined, 'agent'],
  ['bad_input', undefined, 'invalid_request'],
  ['busy', undefined, 'invalid_request'],
  ['mock_overloaded', 529, 'overloaded'],
  ['new_code', undefined, 'unknown'],
])('the error %s with status %s is of the category %s', (code, http, category) => {
  const native = { type: 'error', code, message: 'm', retryable: true, ...(http && { http }) } as const;
  const status = http === undefined ? {} : { status: http };
  expect(drafts(native)).toEqual([
    { type: 'error', code, message: 'm', details: { retryable: true, category, ...status } },
  ]);
});
