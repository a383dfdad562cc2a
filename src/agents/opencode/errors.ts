import type { Draft, ErrorCategory, TurnOutcome } from '../../schema/index.js';
import { categoryOfMessage, categoryOfStatus } from '../kit/error-category.js';
import { at } from '../kit/record.js';
import type { NativeErrorOf } from './native-messages.js';

export const isAbort = ({ name }: NativeErrorOf): boolean => name === 'MessageAbortedError';

/** Where it may, the server compacts the conversation and goes on. */
export const isOverflow = ({ name }: NativeErrorOf): boolean => name === 'ContextOverflowError';

/** An error that keeps a turn from beginning comes twice, the second time with the server's stack. */
export const isEcho = ({ data }: NativeErrorOf): boolean => STACK.test(data?.message ?? '');

const STACK = /\n[^\S\n]+at .*$/s;

const categories: Readonly<Record<string, ErrorCategory>> = {
  ProviderAuthError: 'auth',
  ContextOverflowError: 'context_length',
  ContentFilterError: 'refused',
};

/** The messages of errors that have none. */
const messages: Readonly<Record<string, string>> = {
  MessageOutputLengthError: "The answer is longer than the model's output may be",
};

export function errorDraft(
  { name, data }: NativeErrorOf,
  retryable: boolean,
  native: Record<string, unknown> = {},
): Draft {
  const message = data?.message?.replace(STACK, '') ?? at(messages, name) ?? name;
  const status = data?.statusCode;
  return {
    type: 'error',
    message,
    code: name,
    details: {
      retryable,
      category: at(categories, name) ?? categoryOf(message, status),
      ...(status == null ? {} : { status }),
      ...(Object.keys(native).length === 0 ? {} : { native }),
    },
  };
}

/** The server tells the status of an answer, and for everything else there is only the message. */
export function categoryOf(message: string, status?: number | null): ErrorCategory {
  if (status != null) return categoryOfStatus(status);
  // A model or an agent that was asked for.
  if (/^(\w+: )?(Model|Agent) not found/.test(message)) return 'invalid_request';
  return categoryOfMessage(message);
}

export function outcomeOf({ name }: NativeErrorOf): TurnOutcome {
  return name === 'ContentFilterError' ? 'refused' : 'error';
}
