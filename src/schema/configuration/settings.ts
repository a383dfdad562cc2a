/**
 * The settings of the daemon. From each entry follow a flag of `greenroom server`, an environment variable, a key of
 * `greenroom.json`, and a line of the help and the documentation. Nothing that takes time to load is imported here.
 */
import type { Limits } from '../limits.js';

/** The kinds of settings, and the type of their values. */
interface Kinds {
  text: string;
  /** A file or folder. Relative ones are meant from the folder of the configuration file, or from the current one. */
  path: string;
  port: number;
  /** On or off. */
  switch: boolean;
  /** Milliseconds. */
  duration: number;
  bytes: number;
  /** US dollars. */
  dollars: number;
  count: number;
  list: readonly string[];
  limits: Partial<Limits>;
  /** A secret that can be turned off. */
  token: string | false;
  choice: string;
}
export type Kind = keyof Kinds;

export interface Setting {
  kind: Kind;
  /** The flag of `greenroom server`, with a word for its value. */
  flag: `--${string}`;
  help: string;
  /** Only of the kind `choice`. */
  choices?: readonly string[];
  default?: unknown;
  /** What the help says about the default, where that is not a value. */
  defaultText?: string;
}

const setting = <const S extends Setting>(entry: S): S => entry;

/** By their keys in the configuration file. */
export const settings = {
  host: setting({
    kind: 'text',
    flag: '--host <address>',
    help: 'address to listen on',
    default: '127.0.0.1',
  }),
  port: setting({
    kind: 'port',
    flag: '--port <number>',
    help: 'port to listen on; 0 picks a free one',
    default: 2468,
  }),
  socket: setting({
    kind: 'path',
    flag: '--socket <path>',
    help: 'Unix socket to listen on, for its owner only; then there is no port, unless --host or --port is given',
    defaultText: 'none',
  }),
  tlsCert: setting({
    kind: 'path',
    flag: '--tls-cert <file>',
    help: 'certificate chain in PEM, for https and wss; read again when it changes',
    defaultText: 'none',
  }),
  tlsKey: setting({
    kind: 'path',
    flag: '--tls-key <file>',
    help: 'private key of the certificate, in PEM',
    defaultText: 'none',
  }),
  token: setting({
    kind: 'token',
    flag: '--token <token>',
    help: 'bearer token that clients must send',
    defaultText: 'generated',
  }),
  tokenFile: setting({
    kind: 'path',
    flag: '--token-file <file>',
    help: 'file with the token, instead of --token',
    defaultText: 'none',
  }),
  insecure: setting({
    kind: 'switch',
    flag: '--insecure',
    help: 'allow --no-token on a non-loopback address',
    default: false,
  }),
  data: setting({
    kind: 'path',
    flag: '--data <folder>',
    help: 'data folder for sessions and agents',
  }),
  sync: setting({
    kind: 'choice',
    flag: '--sync <mode>',
    help: 'durability of writes; "full" also survives a power failure',
    choices: ['normal', 'full'],
    default: 'normal',
  }),
  corsOrigins: setting({
    kind: 'list',
    flag: '--cors-origin <origin>',
    help: 'allow requests from web pages of this origin (repeatable)',
    default: [],
    defaultText: 'none',
  }),
  allowHosts: setting({
    kind: 'list',
    flag: '--allow-host <name>',
    help: 'accept requests for this host name (repeatable)',
    default: [],
    defaultText: 'IP addresses and localhost only',
  }),
  onAgentExit: setting({
    kind: 'choice',
    flag: '--on-agent-exit <action>',
    help: 'end the session when its agent exits, or resume it on the next message',
    choices: ['end', 'resume'],
    default: 'end',
  }),
  isolate: setting({
    kind: 'choice',
    flag: '--isolate <mode>',
    help: 'keep agents away from the daemon and each other (process), and from your files (strict); "require" refuses to start where that is impossible',
    choices: ['process', 'strict', 'off', 'require'],
    default: 'process',
    defaultText: 'process, where bubblewrap works',
  }),
  trust: setting({
    kind: 'choice',
    flag: '--trust <policy>',
    help: 'what becomes of hooks, MCP servers, permission rules and plugins that a folder brings, unless a session says so: a human is asked, or they are used always or never',
    choices: ['ask', 'always', 'never'],
    default: 'ask',
  }),
  passEnv: setting({
    kind: 'list',
    flag: '--pass-env <name>',
    help: 'variable that agents get from the environment besides the usual ones, such as NPM_* (repeatable)',
    default: [],
    defaultText: 'none',
  }),
  secretKeyFile: setting({
    kind: 'path',
    flag: '--secret-key-file <file>',
    help: 'key to store secrets of sessions with (env, mcp); without one they are kept in memory only, and sent again after a restart. See greenroom secret-key',
    defaultText: 'none',
  }),
  fileRoots: setting({
    kind: 'list',
    flag: '--file-root <folder>',
    help: 'folder that clients may read and write files in, besides those of sessions (repeatable)',
    default: [],
    defaultText: 'none',
  }),
  restAfter: setting({
    kind: 'duration',
    flag: '--rest-after <duration>',
    help: "how long a session is idle before other programs may have its agent's conversation",
    default: 300_000,
  }),
  requestTimeout: setting({
    kind: 'duration',
    flag: '--request-timeout <duration>',
    help: 'cancel permissions and questions that nobody answers in time, such as 90s, 15m or 2h',
    defaultText: 'wait',
  }),
  limits: setting({
    kind: 'limits',
    flag: '--limit <name=number>',
    help: 'change a limit of what clients may take; see below (repeatable)',
    default: {},
    defaultText: 'as below',
  }),
  maxCostUsd: setting({
    kind: 'dollars',
    flag: '--max-cost-usd <dollars>',
    help: 'what a session may spend, as far as its agent tells; then it takes no more messages',
    defaultText: 'no limit',
  }),
  maxTokens: setting({
    kind: 'count',
    flag: '--max-tokens <number>',
    help: 'how many tokens a session may use, input and output; then it takes no more messages',
    defaultText: 'no limit',
  }),
  retainAge: setting({
    kind: 'duration',
    flag: '--retain-age <duration>',
    help: 'delete ended sessions after this time without activity, such as 30d',
    defaultText: 'keep',
  }),
  retainSize: setting({
    kind: 'bytes',
    flag: '--retain-size <bytes>',
    help: 'delete the oldest ended sessions while the database is larger, such as 20GiB',
    defaultText: 'keep',
  }),
  logLevel: setting({
    kind: 'choice',
    flag: '--log-level <level>',
    help: 'minimum level of log messages',
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    default: 'info',
  }),
};

type Table = typeof settings;
export type SettingKey = keyof Table;

type ChosenFrom<S> = S extends { choices: readonly (infer C)[] } ? C : never;
/** The value of a setting, as the daemon uses it. */
type ValueOf<S extends Setting> = S['kind'] extends 'choice' ? ChosenFrom<S> : Kinds[S['kind']];
export type SettingValues = {
  [K in SettingKey]: Table[K] extends { default: unknown }
    ? ValueOf<Table[K]>
    : ValueOf<Table[K]> | undefined;
};

export const settingKeys = Object.keys(settings) as SettingKey[];

export const settingOf = (key: SettingKey): Setting => settings[key];

/** `--tls-cert` */
export const flagOf = (key: SettingKey) => settings[key].flag.split(' ')[0]!;

/** `GREENROOM_TLS_CERT` */
export function variableOf(key: SettingKey): string {
  return `GREENROOM_${flagOf(key).slice(2).toUpperCase().replaceAll('-', '_')}`;
}
