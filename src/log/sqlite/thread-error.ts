import {
  LogError,
  RevisionError,
  SequenceError,
  SessionExistsError,
  StorageUnavailableError,
  UnknownSessionError,
} from '../errors.js';

/** An error as a message between threads: cloning would lose its class. */
export interface EncodedError {
  name: string;
  message: string;
  details: { sessionId?: string; expected?: number; actual?: number };
  cause: { message: string; code?: unknown; errcode?: unknown } | null;
}

export function encodeError(error: unknown): EncodedError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), details: {}, cause: null };
  const { name, message } = error;
  const { sessionId, expected, actual } = error as EncodedError['details'];
  return {
    name,
    message,
    details: {
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(expected === undefined ? {} : { expected }),
      ...(actual === undefined ? {} : { actual }),
    },
    cause: error.cause instanceof Error ? causeOf(error.cause) : null,
  };
}

function causeOf(cause: Error): EncodedError['cause'] {
  const { code, errcode } = cause as { code?: unknown; errcode?: unknown };
  return { message: cause.message, code, errcode };
}

export function decodeError({ name, message, details, cause }: EncodedError): Error {
  const { sessionId = '', expected = 0, actual = 0 } = details;
  const options = cause ? { cause: Object.assign(new Error(cause.message), cause) } : {};
  switch (name) {
    case 'SessionExistsError':
      return new SessionExistsError(sessionId);
    case 'UnknownSessionError':
      return new UnknownSessionError(sessionId);
    case 'SequenceError':
      return new SequenceError(sessionId, expected, actual);
    case 'RevisionError':
      return new RevisionError(message);
    case 'StorageUnavailableError':
      return new StorageUnavailableError(message, options);
    case 'LogError':
      return new LogError(message, options);
    default:
      return new Error(message, options);
  }
}
