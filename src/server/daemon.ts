import type { Logger } from 'pino';
import type { AgentProcessInput } from '../../machines/index.js';
import { type Agent, agents as allAgents, Installer, programVariable } from '../agents/index.js';
import { Hub } from '../hub/index.js';
import { type DaemonLog, type OpenLog, openLog } from '../log/index.js';
import {
  defaultLimits,
  type EffectiveConfiguration,
  type Limits,
  type OnAgentExit,
  type TrustPolicy,
} from '../schema/index.js';
import {
  type Clock,
  FolderTrusts,
  type IsolateSetting,
  type Isolation,
  IsolationError,
  openIsolation,
  Policy,
  type PolicyOptions,
  RememberedTrust,
  Retention,
  type RetentionLimits,
  readKeyFile,
  Secrets,
  SessionHost,
  type SpendingLimits,
  upgradeConfigs,
} from '../sessions/index.js';
import { attachedFiles } from './access/attached-files.js';
import { type AccessServices, openAccess } from './access/open.js';
import { openUrl } from './access/open-url.js';
import { DEFAULT_HOST, DEFAULT_PORT } from './defaults.js';
import type { EarlyParts } from './early.js';
import { FilePlaces } from './files/places.js';
import { firstPairing } from './handlers/access.js';
import { Connections } from './http/connections.js';
import { createHttp, createSocketServer } from './http/server.js';
import { defaultTimeouts, type HttpTimeouts } from './http/timeouts.js';
import { readTls, type TlsFiles } from './http/tls.js';
import { Listeners } from './listeners.js';
import { Metrics } from './metrics.js';
import type { Services } from './services.js';
import { SessionChanges } from './session-changes.js';
import { version } from './version.js';
import { WebSocketUpgrade } from './websocket/server.js';

export interface DaemonOptions {
  dataFolder: string;
  logger: Logger;
  host?: string;
  /** 0 picks a free port; null for none, with a socket. */
  port?: number | null;
  /** A Unix socket to listen on, as its path. */
  socket?: string;
  /** For https and wss; the files are read again when they change. */
  tls?: TlsFiles;
  /** How often to look for a renewed certificate. */
  tlsRenewalMs?: number;
  /** null if none is required. */
  token: string | null;
  /** The file that the token is in, which agents must not see. */
  tokenFile?: string;
  /** Host names of the daemon, besides addresses and localhost. */
  allowHosts?: readonly string[];
  /** Origins of web pages that may call it. */
  corsOrigins?: readonly string[];
  /** The event log; by default SQLite in the data folder. */
  log?: OpenLog;
  /** What was taken for it already, see `startEarly`; it is the daemon's to close. */
  early?: EarlyParts;
  /** `full` also survives a power failure. */
  sync?: 'normal' | 'full';
  onAgentExit?: OnAgentExit;
  /** How long a request may wait for a human, unless its session says so; for ever by default. */
  requestTimeoutMs?: number | null;
  /** What becomes of what a session's folder brings, unless the session says so; `ask` by default. */
  trust?: TrustPolicy;
  agents?: readonly Agent[];
  /** How agents are kept away from the daemon and from each other; `process` where it works by default. */
  isolate?: IsolateSetting;
  /** Variables of the environment that every agent gets, see `AgentNeeds`. */
  passEnv?: readonly string[];
  /** What the operator allows: folders, permission modes, agents. */
  policy?: PolicyOptions;
  /** What a session may spend. */
  spending?: SpendingLimits;
  /** For `GET /v1/config`: the settings, and where they come from. */
  configuration?: EffectiveConfiguration;
  /** Files that no agent may read, besides those that are named here. */
  hiddenFiles?: readonly string[];
  /** The file with the key that secrets of sessions are stored with; without one they are in memory only. */
  secretKeyFile?: string;
  env?: NodeJS.ProcessEnv;
  /** The default working directory of sessions. */
  directory?: string;
  timeouts?: Partial<AgentProcessInput>;
  graceMs?: number;
  pingMs?: number;
  keepAliveMs?: number;
  httpTimeouts?: Partial<HttpTimeouts>;
  /** Folders that clients may reach by `/v1/fs`, besides those of sessions. */
  fileRoots?: readonly string[];
  /** Those that differ from the defaults. */
  limits?: Partial<Limits>;
  /** Which ended sessions are deleted by themselves; none by default. */
  retention?: Partial<RetentionLimits>;
  now?: () => number;
  clock?: Clock;
  /** Called when the daemon cannot continue. */
  onFatal?(error: unknown): void;
}

export interface Daemon {
  /** `http://…` or `https://…`; `unix:` and the path of the socket if that is all. */
  url: string;
  port: number | null;
  /** The path of the Unix socket. */
  socket: string | null;
  /** A link that signs a browser in once, with all scopes; null if no token is required. */
  pair(): string | null;
  /** Delivers committed events to readers, stops agents, and stores everything. */
  stop(): Promise<void>;
}

const TLS_RENEWAL_MS = 10_000;
const REST_MS = 5 * 60_000;

/** How long readers may take to receive remaining events, and clients to close their connections. */
const CLOSE_TIMEOUT_MS = 2000;

export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { early } = options;
  try {
    return await start(options);
  } catch (error) {
    await early?.doorway?.close();
    await early?.log.close();
    throw error;
  }
}

async function start(options: DaemonOptions): Promise<Daemon> {
  const { dataFolder, logger, host: address = DEFAULT_HOST, port = DEFAULT_PORT } = options;
  const open = options.log ?? openLog;
  const { secretKeyFile, socket = null, tls = null, now = Date.now } = options;
  const policy = new Policy(options.policy ?? {}, options.env ?? process.env);
  const env = withPrograms(options.env ?? process.env, options.policy);
  const keyFile = secretKeyFile ? await readKeyFile(secretKeyFile, dataFolder) : null;
  const tlsMaterial = tls && (await readTls(tls, now()));
  const doorway = options.early?.doorway ?? null;
  const log = options.early?.log ?? (await open({ dataFolder, sync: options.sync ?? 'normal' }));
  try {
    const secrets = new Secrets({ key: keyFile?.key ?? null, env });
    await upgradeConfigs(log, secrets);
    const hidden = [
      keyFile?.path,
      options.tokenFile,
      tls?.key,
      socket,
      ...(options.hiddenFiles ?? []),
    ].filter((path) => path != null);
    const isolation = await isolationFor(options, hidden);
    const access = await openAccess({ ...options, log, now });
    let boundUrl = '';
    const services = createServices(
      { ...options, env },
      { log, hidden, isolation, secrets, policy, access: { ...access, openUrl: () => openUrl(boundUrl) } },
    );
    const allowedOrigins = {
      hosts: [address, ...(options.allowHosts ?? [])],
      origins: options.corsOrigins ?? [],
    };
    const timeouts = { ...defaultTimeouts, ...options.httpTimeouts };
    const { idleMs } = timeouts;
    const connections = new Connections({ most: services.limits.connections, idleMs });
    const http = createHttp({ services, allowedOrigins, timeouts, connections, tls: tlsMaterial, doorway });
    const socketServer = socket === null ? null : createSocketServer(http, { timeouts, connections });
    const webSockets = new WebSocketUpgrade(
      [doorway ?? http.server, ...(socketServer ? [socketServer] : [])],
      {
        services,
        allowedOrigins,
        connections,
        pingMs: options.pingMs ?? 20_000,
        clock: options.clock,
      },
    );
    await services.host.recover();
    const listeners = new Listeners({
      app: http,
      doorway,
      host: address,
      port,
      socket: socketServer && { server: socketServer, path: socket! },
      tls,
      renewalMs: options.tlsRenewalMs ?? TLS_RENEWAL_MS,
      now,
      logger,
    });
    await listeners.open();
    const { url } = listeners;
    log.describe(port !== null && socket !== null ? `${url}, unix:${socket}` : url);
    boundUrl = url;
    const retention = new Retention({
      host: services.host,
      log,
      logger,
      limits: { ageMs: null, bytes: null, ...options.retention },
      now,
      clock: options.clock ?? { setTimeout, clearTimeout },
    });
    retention.start();

    let stopped: Promise<void> | null = null;
    const stop = async () => {
      logger.info('stopping');
      await retention.stop();
      services.tokens.stop();
      await Promise.all([services.installer.stop(), services.host.stop()]);
      await until(() => services.hub.isInStep, CLOSE_TIMEOUT_MS);
      services.hub.dismiss();
      // Streams must be flushed before their connections are closed.
      await Promise.all([
        webSockets.close(CLOSE_TIMEOUT_MS),
        until(() => services.streams.size === 0, CLOSE_TIMEOUT_MS),
      ]);
      await listeners.close();
      await log.close();
      logger.info('stopped');
    };
    return {
      url,
      port: listeners.port,
      socket,
      pair: () => (options.token === null || port === null ? null : firstPairing(services)),
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** Isolation keeps the token from agents; without one, any of them could approve. */
async function isolationFor(options: DaemonOptions, hidden: readonly string[]): Promise<Isolation> {
  const { isolate = 'process', token, dataFolder, logger, env = process.env } = options;
  if (isolate === 'require' && token === null)
    throw new IsolationError(
      '--isolate require is of no use with --no-token: every agent could approve requests',
    );
  const isolation = await openIsolation({
    setting: isolate,
    dataFolder,
    hidden,
    env,
    warn: (message) => logger.warn(message),
  });
  if (isolation.mode !== null && token === null)
    logger.warn(
      'No token is required: the agents are isolated, but any of them can approve requests over HTTP',
    );
  return isolation;
}

/** The programs that the operator has chosen, as their variables name them. */
function withPrograms(env: NodeJS.ProcessEnv, { agents = {} }: PolicyOptions = {}): NodeJS.ProcessEnv {
  const chosen = Object.entries(agents).flatMap(([id, { program }]) =>
    program === undefined ? [] : [[programVariable(id), program]],
  );
  return { ...env, ...Object.fromEntries(chosen) };
}

interface Parts {
  log: DaemonLog;
  /** Files that neither agents nor clients may read. */
  hidden: readonly string[];
  isolation: Isolation;
  secrets: Secrets;
  policy: Policy;
  access: AccessServices & Pick<Services, 'openUrl'>;
}

function createServices(
  options: DaemonOptions,
  { log, hidden, isolation, secrets, policy, access }: Parts,
): Services {
  const { dataFolder, logger, env = process.env, agents = allAgents, now = Date.now } = options;
  const hub = new Hub(log);
  const limits = { ...defaultLimits, ...options.limits };
  const trust = new FolderTrusts({
    remembered: new RememberedTrust(log.documents, now),
    policy: options.trust ?? 'ask',
    env,
    logger,
  });
  const host = new SessionHost({
    log,
    hub,
    agents,
    logger,
    dataFolder,
    isolation,
    policy,
    spending: options.spending ?? {},
    passEnv: options.passEnv ?? [],
    installationId: log.installationId,
    env,
    secrets,
    trust,
    now,
    defaults: {
      onAgentExit: options.onAgentExit ?? 'end',
      requestTimeoutMs: options.requestTimeoutMs ?? null,
      directory: options.directory ?? process.cwd(),
    },
    timeouts: {
      startTimeoutMs: 60_000,
      interruptTimeoutMs: 10_000,
      restTimeoutMs: REST_MS,
      ...options.timeouts,
    },
    graceMs: options.graceMs ?? 3000,
    limits,
    ...(options.clock ? { clock: options.clock } : {}),
    onFatal: (error) => {
      logger.fatal({ err: error }, 'the log cannot be written; uncommitted events were not published');
      options.onFatal?.(error);
    },
  });
  const metrics = new Metrics(host, hub);
  host.on('committed', (events) => metrics.committed(events));
  return {
    ...access,
    attachedFiles: attachedFiles(host, dataFolder),
    host,
    trust,
    changes: new SessionChanges(host, options.clock),
    hub,
    log,
    agents: host.agents.enabled,
    installer: new Installer({ dataFolder, env }),
    metrics,
    logger,
    env,
    dataFolder,
    version,
    configuration: options.configuration ?? { file: null, settings: [] },
    limits,
    files: new FilePlaces({
      roots: options.fileRoots ?? [],
      hidden: [dataFolder, ...hidden],
      directoryOf: (sessionId) => host.info(sessionId).directory,
    }),
    isReady: () => host.isReady,
    streams: new Set(),
    keepAliveMs: options.keepAliveMs ?? 15_000,
  };
}

async function until(isDone: () => boolean, withinMs: number): Promise<void> {
  const end = Date.now() + withinMs;
  while (!isDone() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
}
