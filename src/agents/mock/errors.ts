import type { Draft, ErrorCategory } from '../../schema/index.js';
import { categoryOfStatus } from '../kit/error-category.js';
import type { NativeOf } from './native.js';

const categories: ReadonlyMap<string, ErrorCategory> = new Map([
  ['mock_error', 'agent'],
  ['internal', 'agent'],
  ['busy', 'invalid_request'],
  ['bad_input', 'invalid_request'],
]);

export function error({ code, message, retryable, http }: NativeOf<'error'>): Draft {
  const category = categories.get(code) ?? categoryOfStatus(http);
  const details = { retryable, category, ...(http === undefined ? {} : { status: http }) };
  return { type: 'error', message, code, details };
}
