import { type Configuration, ConfigurationError } from '../../configuration/index.js';
import { LogError } from '../../log/index.js';
import {
  IsolationError,
  PolicyError,
  SecretKeyError,
  SocketError,
  TlsError,
  TokenError,
} from '../../server/index.js';
import { UsageError } from '../usage-error.js';

/** Errors with a message that tells the user what to do. */
const known = [
  LogError,
  IsolationError,
  SecretKeyError,
  PolicyError,
  SocketError,
  TlsError,
  TokenError,
  ConfigurationError,
];

/** Turns known errors into messages that tell the user what to do. */
export function explain(error: unknown, { settings: { host, port, data } }: Configuration): unknown {
  if (error instanceof UsageError) return error;
  if (known.some((kind) => error instanceof kind)) return new UsageError((error as Error).message);
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return new UsageError(`port ${port} on ${host} is already in use; choose another with --port`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UsageError(`${host} is not an address of this machine; choose another with --host`);
    case 'EACCES':
    case 'EPERM':
      return new UsageError(
        `permission denied for port ${port} or folder ${data}; choose others with --port and --data`,
      );
    case 'ENOSPC':
    case 'EROFS':
    case 'ENOTDIR':
    case 'EEXIST':
      return new UsageError(`cannot write to the data folder ${data} (${code}); choose another with --data`);
    default:
      return error;
  }
}
