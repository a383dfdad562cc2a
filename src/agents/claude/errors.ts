import type { Draft, ErrorCategory } from '../../schema/index.js';
import { categoryOfStatus } from '../kit/error-category.js';
import type { NativeOf } from './native.js';

/** The CLI's own codes. Others say less than the status does. */
const byCode: ReadonlyMap<string, ErrorCategory> = new Map([
  ['authentication_failed', 'auth'],
  ['oauth_org_not_allowed', 'auth'],
  ['billing_error', 'billing'],
  ['rate_limit', 'rate_limit'],
  ['overloaded', 'overloaded'],
  ['model_not_found', 'invalid_request'],
  ['connection_failed', 'network'],
]);

/** The types of the API's errors. */
const byType: ReadonlyMap<string, ErrorCategory> = new Map([
  ['authentication_error', 'auth'],
  ['permission_error', 'auth'],
  ['billing_error', 'billing'],
  ['rate_limit_error', 'rate_limit'],
  ['overloaded_error', 'overloaded'],
  ['request_too_large', 'context_length'],
  ['timeout_error', 'server'],
  ['api_error', 'server'],
]);

/** The codes in the absence of a status. */
const byCodeAlone: ReadonlyMap<string, ErrorCategory> = new Map([
  ['server_error', 'server'],
  ['invalid_request', 'invalid_request'],
]);

interface Failure {
  code: string;
  /** A more precise code, which not every failure has. */
  detail?: string | undefined;
  type?: string | undefined;
  status?: number | null | undefined;
  message?: string;
}

export function categoryOf({ code, detail = '', type = '', status, message = '' }: Failure): ErrorCategory {
  // The API has no code for it.
  if (/^Prompt is too long/i.test(message)) return 'context_length';
  const known = byCode.get(detail) ?? byCode.get(code) ?? byType.get(type);
  if (known !== undefined) return known;
  return status == null ? (byCodeAlone.get(code) ?? 'unknown') : categoryOfStatus(status);
}

/** The message in which the CLI tells the error that ends a turn. */
export function finalError(
  native: NativeOf<'assistant'>,
  code: string,
  message: string,
  isRefusal: boolean,
): Draft {
  const { api_error: detail, api_error_type: type, api_error_status: status } = native;
  const category = isRefusal ? 'refused' : categoryOf({ code, detail, type, status, message });
  const words = { ...(type === undefined ? {} : { type }), ...(detail === undefined ? {} : { detail }) };
  return {
    type: 'error',
    message,
    code,
    details: {
      retryable: false,
      category,
      ...(status == null ? {} : { status }),
      ...(Object.keys(words).length === 0 ? {} : { native: words }),
    },
  };
}

export function retry(native: NativeOf<'system/api_retry'>): Draft {
  const { attempt, max_retries, retry_delay_ms, error_status: status, error: code } = native;
  const delay = Math.round(retry_delay_ms);
  // Without a response the connection failed; the CLI has no code for that.
  const category = status === null && code === 'unknown' ? 'network' : categoryOf({ code, status });
  return {
    type: 'error',
    message: `The API request failed (${status ?? 'no response'}, ${code}): retry ${attempt} of ${max_retries} in ${delay} ms`,
    code,
    details: {
      retryable: true,
      category,
      ...(status === null ? {} : { status }),
      native: { attempt, max_retries, retry_delay_ms: delay },
    },
  };
}

/** The texts by which the CLI asks the model to go on after a failure, and what has failed. */
const continuations: readonly (readonly [pattern: RegExp, category: ErrorCategory, message: string])[] = [
  [/^Your response above was cut off mid-stream/, 'server', 'The response was cut off'],
  [
    /^Your response above was stopped by a safety classifier/,
    'refused',
    'The response was stopped by a safety classifier',
  ],
  [
    /^\[?(Output token limit hit|Your (previous )?response .*output (token )?limit)/,
    'unknown',
    'The response reached the output limit',
  ],
  [
    /^(The previous response failed to produce a valid|Your) tool call/,
    'unknown',
    'The tool call of the response was malformed',
  ],
  [/^\[Your previous response had no visible output/, 'unknown', 'The response was empty'],
];

/** The error behind such a text; null if the text is none. */
export function continuation(text: string): Draft | null {
  const found = continuations.find(([pattern]) => pattern.test(text));
  if (found === undefined) return null;
  const [, category, message] = found;
  return {
    type: 'error',
    message: `${message}: the model is asked to go on`,
    code: null,
    details: { retryable: true, category },
  };
}
