import { Command, InvalidArgumentError, Option } from 'commander';
import { LogError } from '../log/index.js';
import {
  createLogger,
  type Daemon,
  DEFAULT_HOST,
  DEFAULT_PORT,
  newToken,
  startDaemon,
} from '../server/index.js';
import { banner } from './banner.js';
import { defaultDataFolder } from './data-folder.js';
import { UsageError } from './usage-error.js';

interface ServerFlags {
  host: string;
  port: number;
  token?: string | false;
  insecure?: true;
  data: string;
  sync: 'normal' | 'full';
  corsOrigin: string[];
  allowHost: string[];
  onAgentExit: 'end' | 'resume';
  logLevel: string;
}

const EXAMPLES = `
Examples:
  $ greenroom server                             listen on 127.0.0.1:2468 with a generated token
  $ GREENROOM_TOKEN=s3cret greenroom server      use your own token
  $ greenroom server --no-token --port 0         require no token, listen on any free port
  $ greenroom server --cors-origin https://app.example --on-agent-exit resume
`;

export function serverCommand(): Command {
  return new Command('server')
    .description('Run the daemon.')
    .option('--host <address>', 'address to listen on', DEFAULT_HOST)
    .option('--port <number>', 'port to listen on; 0 picks a free one', parsePort, DEFAULT_PORT)
    .addOption(new Option('--token <token>', 'bearer token that clients must send').env('GREENROOM_TOKEN'))
    .option('--no-token', 'allow access without a token')
    .option('--insecure', 'allow --no-token on a non-loopback address')
    .option('--data <folder>', 'data folder for sessions and agents', defaultDataFolder())
    .addOption(
      new Option('--sync <mode>', 'durability of writes; "full" also survives a power failure')
        .choices(['normal', 'full'])
        .default('normal'),
    )
    .addOption(
      new Option('--cors-origin <origin>', 'allow requests from web pages of this origin (repeatable)')
        .argParser(append)
        .default([], 'none'),
    )
    .addOption(
      new Option('--allow-host <name>', 'accept requests for this host name (repeatable)')
        .argParser(append)
        .default([], 'IP addresses and localhost only'),
    )
    .addOption(
      new Option(
        '--on-agent-exit <action>',
        'end the session when its agent exits, or resume it on the next message',
      )
        .choices(['end', 'resume'])
        .default('end'),
    )
    .addOption(
      new Option('--log-level <level>', 'minimum level of log messages')
        .choices(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
        .default('info'),
    )
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(flags: ServerFlags): Promise<void> {
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
      onFatal: () => process.exit(1),
    });
  } catch (error) {
    throw explain(error, flags);
  }
}

/** Turns known errors into messages that tell the user what to do. */
function explain(error: unknown, { host, port, data }: ServerFlags): unknown {
  if (error instanceof LogError) return new UsageError(error.message);
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

/** The first signal shuts down gracefully, the second exits at once. */
function stopOnSignals(daemon: Daemon): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    daemon.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);
}

function parsePort(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > 65_535) {
    throw new InvalidArgumentError('It must be a number from 0 to 65535.');
  }
  return number;
}

function append(value: string, before: readonly string[]): string[] {
  return [...before, value];
}
