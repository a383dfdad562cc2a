import { Command, InvalidArgumentError, Option } from 'commander';
import { DataFolderInUseError, LogError } from '../log/index.js';
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

const examples = `
Examples:
  $ greenroom server                             on 127.0.0.1:2468, with a token made for this run
  $ GREENROOM_TOKEN=s3cret greenroom server      with a token of your own
  $ greenroom server --no-token --port 0         no token, any free port
  $ greenroom server --cors-origin https://app.example --on-agent-exit resume
`;

export function serverCommand(): Command {
  return new Command('server')
    .description('Run the daemon.')
    .option('--host <address>', 'address to listen on', DEFAULT_HOST)
    .option('--port <number>', 'port to listen on; 0 picks a free one', port, DEFAULT_PORT)
    .addOption(
      new Option('--token <token>', 'what clients must send as their bearer token').env('GREENROOM_TOKEN'),
    )
    .option('--no-token', 'let everybody in who can reach the port')
    .option('--insecure', 'allow --no-token on an address that others can reach')
    .option('--data <folder>', 'where sessions are kept', defaultDataFolder())
    .addOption(
      new Option('--sync <mode>', 'full survives a power cut too')
        .choices(['normal', 'full'])
        .default('normal'),
    )
    .addOption(
      new Option('--cors-origin <origin>', 'origin of a web page that may call the daemon (repeatable)')
        .argParser(gather)
        .default([], 'none'),
    )
    .addOption(
      new Option('--allow-host <name>', 'name by which the daemon may be called (repeatable)')
        .argParser(gather)
        .default([], 'addresses and localhost only'),
    )
    .addOption(
      new Option('--on-agent-exit <what>', 'what the exit of an agent process means for its session')
        .choices(['end', 'resume'])
        .default('end'),
    )
    .addOption(
      new Option('--log-level <level>', 'how much is logged')
        .choices(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
        .default('info'),
    )
    .addHelpText('after', examples)
    .action(run);
}

async function run(flags: ServerFlags): Promise<void> {
  const token = tokenOf(flags);
  const daemon = await start(flags, token);
  // First of all: whoever reads the banner may want it stopped at once.
  stopOnSignals(daemon);
  console.log(banner({ url: daemon.url, token, isGenerated: !flags.token, data: flags.data }));
}

function tokenOf({ token, host, insecure }: ServerFlags): string | null {
  if (token === false) {
    if (!isLoopback(host) && !insecure) {
      throw new UsageError(`--no-token on ${host} would let everybody in; add --insecure if you mean it`);
    }
    return null;
  }
  if (token === undefined || token === '') return newToken();
  if (/\s/.test(token)) throw new UsageError('--token must not contain white space');
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
    throw explained(error, flags);
  }
}

/** What a user can do about it, where that is known. */
function explained(error: unknown, { host, port, data }: ServerFlags): unknown {
  if (error instanceof DataFolderInUseError || error instanceof LogError)
    return new UsageError(error.message);
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return new UsageError(
        `port ${port} on ${host} is taken; stop what listens there, or choose another with --port`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UsageError(`${host} is no address of this machine; choose another with --host`);
    case 'EACCES':
    case 'EPERM':
      return new UsageError(
        `no permission for port ${port} or folder ${data}; choose others with --port and --data`,
      );
    case 'ENOSPC':
    case 'EROFS':
    case 'ENOTDIR':
    case 'EEXIST':
      return new UsageError(
        `the data folder ${data} cannot be written (${code}); choose another with --data`,
      );
    default:
      return error;
  }
}

/** The first signal stops politely, the second at once. */
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

function port(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > 65_535) {
    throw new InvalidArgumentError('It must be a number from 0 to 65535.');
  }
  return number;
}

function gather(value: string, before: readonly string[]): string[] {
  return [...before, value];
}
