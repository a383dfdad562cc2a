import type { Draft, TurnOutcome } from '../../schema/index.js';
import type { NativeErrorOf } from './native-messages.js';

export const isAbort = ({ name }: NativeErrorOf): boolean => name === 'MessageAbortedError';

/** The server compacts the conversation and goes on, where it may. */
export const isOverflow = ({ name }: NativeErrorOf): boolean => name === 'ContextOverflowError';

/** What keeps a prompt from being begun is told twice, the second time as the server's own stack. */
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
