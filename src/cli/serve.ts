import { LogError } from '../log/index.js';
import {
  checkedToken,
  createLogger,
  type Daemon,
  IsolationError,
  isLoopbackHost,
  keptToken,
  readTokenFile,
  SecretKeyError,
  startDaemon,
  TokenError,
} from '../server/index.js';
import { banner, exposure } from './banner.js';
import { paint } from './paint.js';
import type { ServerFlags } from './server-command.js';
import { stopOnSignals } from './signals.js';
import { UsageError } from './usage-error.js';

/** About 24 days: a longer timer would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Runs the daemon until a signal stops it. */
export async function serve(flags: ServerFlags): Promise<void> {
  const given = await tokenOf(flags);
  const daemon = await start(flags, given);
  // Before the banner: once it is printed, signals must be handled.
  stopOnSignals(daemon);
  const warning = exposure(daemon.url);
  if (warning) console.error(`${paint('yellow', 'warning')}: ${warning}`);
  const { token, isGenerated } = given;
  console.log(banner({ url: daemon.url, token, isGenerated, data: flags.data, pairing: daemon.pair() }));
}

interface GivenToken {
  /** null if none is required. */
  token: string | null;
  /** Kept in the data folder, and printed. */
  isGenerated: boolean;
  /** Has to be hidden from agents. */
  file?: string;
}

async function tokenOf(flags: ServerFlags): Promise<GivenToken> {
  try {
    return await readToken(flags);
  } catch (error) {
    throw explain(error, flags);
  }
}

async function readToken({ token, tokenFile, host, insecure, data }: ServerFlags): Promise<GivenToken> {
  if (token === false) {
    if (!isLoopbackHost(host) && !insecure) {
      throw new UsageError(
        `--no-token on ${host} would allow access from the network; add --insecure to confirm`,
      );
    }
    return { token: null, isGenerated: false };
  }
  if (token)
    return { token: checkedToken(token, 'the token (--token or GREENROOM_TOKEN)'), isGenerated: false };
  if (tokenFile) {
    const { path, token } = await readTokenFile(tokenFile);
    return { token, isGenerated: false, file: path };
  }
  return { token: await keptToken(data), isGenerated: true };
}

async function start(flags: ServerFlags, { token, file }: GivenToken): Promise<Daemon> {
  const logger = createLogger({ level: flags.logLevel, pretty: process.stderr.isTTY === true });
  try {
    return await startDaemon({
      dataFolder: flags.data,
      logger,
      host: flags.host,
      port: flags.port,
      token,
      ...(file ? { tokenFile: file } : {}),
      sync: flags.sync,
      corsOrigins: flags.corsOrigin,
      allowHosts: flags.allowHost,
      onAgentExit: flags.onAgentExit,
      isolate: flags.isolate,
      passEnv: flags.passEnv,
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
  const isKnown = [LogError, IsolationError, SecretKeyError, TokenError].some(
    (kind) => error instanceof kind,
  );
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
