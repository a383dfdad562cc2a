import type { Draft, ErrorCategory, TurnOutcome } from '../../schema/index.js';
import { categoryOfStatus } from '../kit/error-category.js';
import { field } from '../kit/native.js';
import type { TurnErrorOf } from './native.js';

const categories: ReadonlyMap<string, ErrorCategory> = new Map([
  ['unauthorized', 'auth'],
  ['sessionBudgetExceeded', 'billing'],
  ['usageLimitExceeded', 'rate_limit'],
  ['rateLimitExceeded', 'rate_limit'],
  ['serverOverloaded', 'overloaded'],
  ['flexUnavailable', 'overloaded'],
  ['policyCapacityUnavailable', 'overloaded'],
  ['contextWindowExceeded', 'context_length'],
  ['cyberPolicy', 'refused'],
  ['misalignmentPolicyViolation', 'refused'],
  ['badRequest', 'invalid_request'],
  ['modelNotFound', 'invalid_request'],
  ['internalServerError', 'server'],
  ['httpConnectionFailed', 'network'],
  ['responseStreamConnectionFailed', 'network'],
  ['responseStreamDisconnected', 'network'],
  ['responseTooManyFailedAttempts', 'network'],
  ['sandboxError', 'agent'],
  ['threadRollbackFailed', 'agent'],
  ['tooManyDenials', 'agent'],
  ['activeTurnNotSteerable', 'agent'],
]);

/** Codex reports some errors under a general code, and tells the cause only in words. */
const causes: readonly (readonly [RegExp, ErrorCategory])[] = [
  [/^rate limit exceeded/i, 'rate_limit'],
  [/experiencing high demand/i, 'server'],
  [/^stream disconnected/i, 'network'],
  // The body of the provider's answer with status 400.
  [/^\{"error":/, 'invalid_request'],
];

/** `more` is added to the provider's own details. */
export function errorDraft(
  error: TurnErrorOf,
  retryable: boolean,
  more: Record<string, unknown> = {},
): Draft {
  const { codexErrorInfo: info, message, additionalDetails } = error;
  const status = httpStatus(info);
  const native = { ...(additionalDetails ? { additional_details: additionalDetails } : {}), ...more };
  return {
    type: 'error',
    message,
    code: codeOf(info),
    details: {
      retryable,
      category: categoryOf(error),
      ...(status === null ? {} : { status }),
      ...(Object.keys(native).length === 0 ? {} : { native }),
    },
  };
}

export function outcomeOf(status: string, error: TurnErrorOf | null): TurnOutcome {
  if (status === 'completed' || status === 'interrupted') return status;
  return error !== null && categoryOf(error) === 'refused' ? 'refused' : 'error';
}

function categoryOf({ codexErrorInfo: info, message, additionalDetails }: TurnErrorOf): ErrorCategory {
  const status = httpStatus(info);
  if (status !== null) return categoryOfStatus(status);
  const told = causes.find(([cause]) => cause.test(additionalDetails ?? message))?.[1];
  return told ?? categories.get(codeOf(info) ?? '') ?? 'unknown';
}

type Info = TurnErrorOf['codexErrorInfo'];

/** A code with details is an object under its name. */
function codeOf(info: Info): string | null {
  if (info == null || typeof info === 'string') return info ?? null;
  return Object.keys(info)[0] ?? null;
}

function httpStatus(info: Info): number | null {
  if (info == null || typeof info === 'string') return null;
  const status = field(Object.values(info)[0], 'httpStatusCode');
  return typeof status === 'number' ? status : null;
}
