import { Command, InvalidArgumentError, Option } from 'commander';
import {
  DEFAULT_HOST,
  DEFAULT_PORT,
  type IsolateSetting,
  isolateSettings,
  type Limits,
} from '../server/defaults.js';
import { parseBytes } from './bytes.js';
import { defaultDataFolder } from './data-folder.js';
import { parseDuration } from './duration.js';
import { addLimit, describeLimits } from './limit.js';

export interface ServerFlags {
  host: string;
  port: number;
  token?: string | false;
  insecure?: true;
  data: string;
  sync: 'normal' | 'full';
  corsOrigin: string[];
  allowHost: string[];
  onAgentExit: 'end' | 'resume';
  isolate: IsolateSetting;
  passEnv: string[];
  secretKeyFile?: string;
  fileRoot: string[];
  restAfter?: number;
  requestTimeout?: number;
  limit: Partial<Limits>;
  retainAge?: number;
  retainSize?: number;
  logLevel: string;
}

const MORE_HELP = `
Limits and their defaults; sizes may have KiB, MiB or GiB:
${describeLimits()}

Examples:
  $ greenroom server                             listen on 127.0.0.1:2468 with a generated token
  $ GREENROOM_TOKEN=s3cret greenroom server      use your own token
  $ greenroom server --no-token --port 0         require no token, listen on any free port
  $ greenroom server --cors-origin https://app.example --on-agent-exit resume
  $ greenroom server --limit sessions=500 --limit attachment-bytes=5MiB
  $ greenroom server --retain-age 30d --retain-size 20GiB
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
      new Option(
        '--isolate <mode>',
        'keep agents away from the daemon and each other (process), and from your files (strict); "require" refuses to start where that is impossible',
      )
        .choices(isolateSettings)
        .default('process', 'process, where bubblewrap works')
        .env('GREENROOM_ISOLATE'),
    )
    .addOption(
      new Option(
        '--pass-env <name>',
        'variable that agents get from the environment besides the usual ones, such as NPM_* (repeatable)',
      )
        .argParser(append)
        .default([], 'none'),
    )
    .addOption(
      new Option(
        '--secret-key-file <file>',
        'key to store secrets of sessions with (env, mcp); without one they are kept in memory only, and sent again after a restart. See greenroom secret-key',
      ).env('GREENROOM_SECRET_KEY_FILE'),
    )
    .addOption(
      new Option(
        '--file-root <folder>',
        'folder that clients may read and write files in, besides those of sessions (repeatable)',
      )
        .argParser(append)
        .default([], 'none'),
    )
    .option(
      '--rest-after <duration>',
      "how long a session is idle before other programs may have its agent's conversation (default: 5m)",
      parseDuration,
    )
    .option(
      '--request-timeout <duration>',
      'cancel permissions and questions that nobody answers in time, such as 90s, 15m or 2h (default: wait)',
      parseDuration,
    )
    .addOption(
      new Option('--limit <name=number>', 'change a limit of what clients may take; see below (repeatable)')
        .argParser(addLimit)
        .default({}, 'as below'),
    )
    .option(
      '--retain-age <duration>',
      'delete ended sessions after this time without activity, such as 30d (default: keep)',
      parseDuration,
    )
    .option(
      '--retain-size <bytes>',
      'delete the oldest ended sessions while the database is larger, such as 20GiB (default: keep)',
      parseBytes,
    )
    .addOption(
      new Option('--log-level <level>', 'minimum level of log messages')
        .choices(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
        .default('info'),
    )
    .addHelpText('after', MORE_HELP)
    .action(async (flags: ServerFlags) => (await import('./serve.js')).serve(flags));
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
