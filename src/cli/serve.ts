import { type Configuration, ConfigurationError } from '../configuration/index.js';
import { LogError } from '../log/index.js';
import {
  createLogger,
  type Daemon,
  IsolationError,
  isLoopback,
  newToken,
  PolicyError,
  SecretKeyError,
  SocketError,
  startDaemon,
  TlsError,
} from '../server/index.js';
import { banner } from './banner.js';
import { configurationFor } from './configuration.js';
import { daemonOptions } from './daemon-options.js';
import type { ServerFlags } from './server-options.js';
import { stopOnSignals } from './signals.js';
import { UsageError } from './usage-error.js';

/** Runs the daemon until a signal stops it. */
export async function serve(flags: ServerFlags): Promise<void> {
  const configuration = await configurationFor(flags);
  const { settings } = configuration;
  const token = tokenOf(configuration);
  const daemon = await start(configuration, token);
  // Before the banner: once it is printed, signals must be handled.
  stopOnSignals(daemon);
  const { url, socket } = daemon;
  console.log(banner({ url, socket, token, isGenerated: !settings.token, data: settings.data! }));
}

function tokenOf(configuration: Configuration): string | null {
  const { token, host, insecure } = configuration.settings;
  if (token === false) {
    const { port } = daemonOptions(configuration);
    if (port !== null && !isLoopback(host) && !insecure) {
      throw new UsageError(
        `--no-token on ${host} would allow access from the network; add --insecure to confirm`,
      );
    }
    return null;
  }
  if (token === undefined || token === '') return newToken();
  if (/\s/.test(token)) throw new UsageError('--token must not contain whitespace');
  return token;
}

async function start(configuration: Configuration, token: string | null): Promise<Daemon> {
  const { logLevel } = configuration.settings;
  const logger = createLogger({ level: logLevel, pretty: process.stderr.isTTY === true });
  try {
    return await startDaemon({
      ...daemonOptions(configuration),
      logger,
      token,
      onFatal: () => process.exit(1),
    });
  } catch (error) {
    throw explain(error, configuration);
  }
}

/** Errors with a message that tells the user what to do. */
const known = [
  LogError,
  IsolationError,
  SecretKeyError,
  PolicyError,
  SocketError,
  TlsError,
  ConfigurationError,
];

/** Turns known errors into messages that tell the user what to do. */
function explain(error: unknown, { settings: { host, port, data } }: Configuration): unknown {
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
