import { LogError } from '../log/index.js';
import {
  createLogger,
  type Daemon,
  IsolationError,
  newToken,
  SecretKeyError,
  startDaemon,
} from '../server/index.js';
import { banner } from './banner.js';
import type { ServerFlags } from './server-command.js';
import { stopOnSignals } from './signals.js';
import { UsageError } from './usage-error.js';

/** About 24 days: a longer timer would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Runs the daemon until a signal stops it. */
export async function serve(flags: ServerFlags): Promise<void> {
  const token = tokenOf(flags);
  const daemon = await start(flags, token);
  // Before the banner: once it is printed, signals must be handled.
  stopOnSignals(daemon);
  console.log(banner({ url: daemon.url, token, isGenerated: !flags.token, data: flags.data }));
}

function tokenOf({ token, host, insecure }: ServerFlags): string | null {
  if (token === false) {
    if (!isLoopback(host) && !insecure) {
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

async function start(flags: ServerFlags, token: string | null): Promise<Daemon> {
  const logger = createLogger({ level: flags.logLevel, pretty: process.stderr.isTTY === true });
  try {
    return await startDaemon({
      dataFolder: flags.data,
      logger,
      host: flags.host,
      port: flags.port,
      token,
      sync: flags.sync,
      corsOrigins: flags.corsOrigin,
      allowHosts: flags.allowHost,
      onAgentExit: flags.onAgentExit,
      isolate: flags.isolate,
      passEnv: flags.passEnv,
      fileRoots: flags.fileRoot,
      ...(flags.secretKeyFile ? { secretKeyFile: flags.secretKeyFile } : {}),
      ...(flags.restAfter ? { timeouts: { restTimeoutMs: Math.min(flags.restAfter, MAX_TIMER_MS) } } : {}),
      requestTimeoutMs: flags.requestTimeout ?? null,
      limits: flags.limit,
      retention: { ageMs: flags.retainAge ?? null, bytes: flags.retainSize ?? null },
      onFatal: () => process.exit(1),
    });
  } catch (error) {
    throw explain(error, flags);
  }
}

/** Turns known errors into messages that tell the user what to do. */
function explain(error: unknown, { host, port, data }: ServerFlags): unknown {
  const isKnown = [LogError, IsolationError, SecretKeyError].some((kind) => error instanceof kind);
  if (isKnown) return new UsageError((error as Error).message);
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

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);
}
