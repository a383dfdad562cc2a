import type { Draft, TurnOutcome } from '../../schema/index.js';
import { field } from '../kit/native.js';
import type { TurnErrorOf } from './native.js';

/** Errors by which the provider refused a turn, as opposed to failing at it. */
const refusals: ReadonlySet<string> = new Set(['cyberPolicy', 'misalignmentPolicyViolation']);

export function errorDraft(
  error: TurnErrorOf,
  retryable: boolean,
  more: Record<string, unknown> = {},
): Draft {
  const { codexErrorInfo: info, message, additionalDetails } = error;
  const status = httpStatus(info);
  return {
    type: 'error',
    message,
    code: codeOf(info),
    details: {
      retryable,
      ...(status === null ? {} : { http_status: status }),
      ...(additionalDetails ? { additional_details: additionalDetails } : {}),
      ...more,
    },
  };
}

export function outcomeOf(status: string, error: TurnErrorOf | null): TurnOutcome {
  if (status === 'completed' || status === 'interrupted') return status;
  return refusals.has(codeOf(error?.codexErrorInfo ?? null) ?? '') ? 'refused' : 'error';
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
