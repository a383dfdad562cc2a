import { type Configuration, ConfigurationError } from '../../configuration/index.js';
import { LogError } from '../../log/index.js';
import {
  checkedToken,
  createLogger,
  type Daemon,
  IsolationError,
  isLoopbackHost,
  keptToken,
  PolicyError,
  readTokenFile,
  SecretKeyError,
  SocketError,
  startDaemon,
  TlsError,
  TokenError,
} from '../../server/index.js';
import { configurationFor } from '../configuration/configuration.js';
import { EXIT } from '../exit-codes.js';
import { UsageError } from '../usage-error.js';
import { banner } from './banner.js';
import { daemonOptions } from './daemon-options.js';
import type { ServerFlags } from './server-options.js';
import { stopOnSignals } from './signals.js';

/** Runs the daemon until a signal stops it. */
export async function serve(flags: ServerFlags): Promise<void> {
  const configuration = await configurationFor(flags);
  const { daemon, token, isGenerated } = await start(configuration);
  // Before the banner: once it is printed, signals must be handled.
  stopOnSignals(daemon);
  const { url, socket } = daemon;
  const { data } = configuration.settings;
  console.log(banner({ url, socket, token, isGenerated, data: data!, pairing: daemon.pair() }));
}

interface GivenToken {
  /** null if none is required. */
  token: string | null;
  /** Kept in the data folder, and printed. */
  isGenerated: boolean;
  /** Has to be hidden from agents. */
  file?: string;
}

async function start(configuration: Configuration): Promise<GivenToken & { daemon: Daemon }> {
  const { logLevel } = configuration.settings;
  const logger = createLogger({ level: logLevel, pretty: process.stderr.isTTY === true });
  try {
    const given = await readToken(configuration);
    const daemon = await startDaemon({
      ...daemonOptions(configuration),
      logger,
      token: given.token,
      ...(given.file ? { tokenFile: given.file } : {}),
      onFatal: () => process.exit(1),
    });
    return { ...given, daemon };
  } catch (error) {
    throw explain(error, configuration);
  }
}

async function readToken(configuration: Configuration): Promise<GivenToken> {
  const { token, tokenFile, host, insecure, data } = configuration.settings;
  if (token === false) {
    const { port } = daemonOptions(configuration);
    if (port !== null && !isLoopbackHost(host) && !insecure) {
      throw new UsageError(
        `--no-token on ${host} would allow access from the network; add --insecure to confirm`,
        EXIT.usage,
      );
    }
    return { token: null, isGenerated: false };
  }
  if (token)
    return { token: checkedToken(token, 'the token (--token or GREENROOM_TOKEN)'), isGenerated: false };
  if (tokenFile !== undefined) {
    const { path, token } = await readTokenFile(tokenFile);
    return { token, isGenerated: false, file: path };
  }
  return { token: await keptToken(data!), isGenerated: true };
}

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
function explain(error: unknown, { settings: { host, port, data } }: Configuration): unknown {
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
