import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { AgentProcessInput } from '../../machines/index.js';
import { type Agent, agents as allAgents, Installer } from '../agents/index.js';
import { Hub } from '../hub/index.js';
import { type DaemonLog, type OpenLog, openLog } from '../log/index.js';
import type { OnAgentExit } from '../schema/index.js';
import {
  type Clock,
  defaultLimits,
  type IsolateSetting,
  type Isolation,
  IsolationError,
  type Limits,
  openIsolation,
  Retention,
  type RetentionLimits,
  readKeyFile,
  Secrets,
  SessionHost,
  upgradeConfigs,
} from '../sessions/index.js';
import { DEFAULT_HOST, DEFAULT_PORT } from './defaults.js';
import { FilePlaces } from './files/places.js';
import { Connections } from './http/connections.js';
import { createHttp } from './http/server.js';
import { defaultTimeouts, type HttpTimeouts } from './http/timeouts.js';
import { Metrics } from './metrics.js';
import type { Services } from './services.js';
import { SessionChanges } from './session-changes.js';
import { version } from './version.js';
import { WebSocketUpgrade } from './websocket/server.js';

export interface DaemonOptions {
  dataFolder: string;
  logger: Logger;
  host?: string;
  /** 0 picks a free port. */
  port?: number;
  /** null if none is required. */
  token: string | null;
  /** Host names of the daemon, besides addresses and localhost. */
  allowHosts?: readonly string[];
  /** Origins of web pages that may call it. */
  corsOrigins?: readonly string[];
  /** The event log; by default SQLite in the data folder. */
  log?: OpenLog;
  /** `full` also survives a power failure. */
  sync?: 'normal' | 'full';
  onAgentExit?: OnAgentExit;
  /** How long a request may wait for a human, unless its session says so; for ever by default. */
  requestTimeoutMs?: number | null;
  agents?: readonly Agent[];
  /** How agents are kept away from the daemon and from each other; `process` where it works by default. */
  isolate?: IsolateSetting;
  /** Variables of the environment that every agent gets, see `AgentNeeds`. */
  passEnv?: readonly string[];
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
  url: string;
  port: number;
  /** Delivers committed events to readers, stops agents, and stores everything. */
  stop(): Promise<void>;
}

const REST_MS = 5 * 60_000;

/** How long readers may take to receive remaining events, and clients to close their connections. */
const CLOSE_TIMEOUT_MS = 2000;

export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { dataFolder, logger, token, host: address = DEFAULT_HOST, port = DEFAULT_PORT } = options;
  const open = options.log ?? openLog;
  const { env = process.env, secretKeyFile } = options;
  const keyFile = secretKeyFile ? await readKeyFile(secretKeyFile, dataFolder) : null;
  const log = await open({ dataFolder, sync: options.sync ?? 'normal' });
  try {
    const secrets = new Secrets({ key: keyFile?.key ?? null, env });
    await upgradeConfigs(log, secrets);
    const isolation = await isolationFor(options, keyFile?.path);
    const services = createServices(options, log, isolation, secrets);
    const allowedOrigins = {
      hosts: [address, ...(options.allowHosts ?? [])],
      origins: options.corsOrigins ?? [],
    };
    const timeouts = { ...defaultTimeouts, ...options.httpTimeouts };
    const { idleMs } = timeouts;
    const connections = new Connections({ most: services.limits.connections, idleMs });
    const http = createHttp({ services, token, allowedOrigins, timeouts, connections });
    const webSockets = new WebSocketUpgrade(http.server, {
      services,
      token,
      allowedOrigins,
      connections,
      pingMs: options.pingMs ?? 20_000,
      clock: options.clock,
    });
    await services.host.recover();
    await http.listen({ host: address, port, listenTextResolver: () => 'listening' });
    const bound = http.server.address() as AddressInfo;
    const url = `http://${address.includes(':') ? `[${address}]` : address}:${bound.port}`;
    log.describe(url);
    const retention = new Retention({
      host: services.host,
      log,
      logger,
      limits: { ageMs: null, bytes: null, ...options.retention },
      now: options.now ?? Date.now,
      clock: options.clock ?? { setTimeout, clearTimeout },
    });
    retention.start();

    let stopped: Promise<void> | null = null;
    const stop = async () => {
      logger.info('stopping');
      await retention.stop();
      await Promise.all([services.installer.stop(), services.host.stop()]);
      await until(() => services.hub.isInStep, CLOSE_TIMEOUT_MS);
      services.hub.dismiss();
      // Streams must be flushed before their connections are closed.
      await Promise.all([
        webSockets.close(CLOSE_TIMEOUT_MS),
        until(() => services.streams.size === 0, CLOSE_TIMEOUT_MS),
      ]);
      await http.close();
      await log.close();
      logger.info('stopped');
    };
    return {
      url,
      port: bound.port,
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
async function isolationFor(options: DaemonOptions, keyFile?: string): Promise<Isolation> {
  const { isolate = 'process', token, dataFolder, logger, env = process.env } = options;
  if (isolate === 'require' && token === null)
    throw new IsolationError(
      '--isolate require is of no use with --no-token: every agent could approve requests',
    );
  const isolation = await openIsolation({
    setting: isolate,
    dataFolder,
    hidden: keyFile ? [keyFile] : [],
    env,
    warn: (message) => logger.warn(message),
  });
  if (isolation.mode !== null && token === null)
    logger.warn(
      'No token is required: the agents are isolated, but any of them can approve requests over HTTP',
    );
  return isolation;
}

function createServices(
  options: DaemonOptions,
  log: DaemonLog,
  isolation: Isolation,
  secrets: Secrets,
): Services {
  const { dataFolder, logger, env = process.env, agents = allAgents, now = Date.now } = options;
  const hub = new Hub(log);
  const limits = { ...defaultLimits, ...options.limits };
  const host = new SessionHost({
    log,
    hub,
    agents,
    logger,
    dataFolder,
    isolation,
    passEnv: options.passEnv ?? [],
    installationId: log.installationId,
    env,
    secrets,
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
  host.on('committed', (events) => metrics.events.inc(events));
  return {
    host,
    changes: new SessionChanges(host, options.clock),
    hub,
    log,
    agents,
    installer: new Installer({ dataFolder, env }),
    metrics,
    logger,
    env,
    dataFolder,
    version,
    limits,
    files: new FilePlaces({
      roots: options.fileRoots ?? [],
      hidden: [dataFolder, ...(options.secretKeyFile ? [options.secretKeyFile] : [])],
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
