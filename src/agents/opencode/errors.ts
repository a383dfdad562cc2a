import type { Draft, TurnOutcome } from '../../schema/index.js';
import type { NativeErrorOf } from './native-messages.js';

export const isAbort = ({ name }: NativeErrorOf): boolean => name === 'MessageAbortedError';

/** Where it may, the server compacts the conversation and goes on. */
export const isOverflow = ({ name }: NativeErrorOf): boolean => name === 'ContextOverflowError';

/** An error that keeps a turn from beginning comes twice, the second time with the server's stack. */
export const isEcho = ({ data }: NativeErrorOf): boolean => STACK.test(data?.message ?? '');

const STACK = /\n\s+at .*$/s;

export function errorDraft(
  { name, data }: NativeErrorOf,
  retryable: boolean,
  more: Record<string, unknown> = {},
): Draft {
  return {
    type: 'error',
    message: data?.message?.replace(STACK, '') ?? name,
    code: name,
    details: {
      retryable,
      ...(data?.statusCode == null ? {} : { http_status: data.statusCode }),
      ...more,
    },
  };
}

export function outcomeOf({ name }: NativeErrorOf): TurnOutcome {
  return name === 'ContentFilterError' ? 'refused' : 'error';
}
