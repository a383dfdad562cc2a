import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { AgentProcessInput } from '../../machines/index.js';
import { type Agent, agents as allAgents, Installer } from '../agents/index.js';
import { Hub } from '../hub/index.js';
import { type DaemonLog, type OpenLog, openLog } from '../log/index.js';
import type { OnAgentExit } from '../schema/index.js';
import { type Clock, SessionHost } from '../sessions/index.js';
import { createHttp } from './http/server.js';
import { Metrics } from './metrics.js';
import type { Services } from './services.js';
import { SessionChanges } from './session-changes.js';
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
  agents?: readonly Agent[];
  env?: NodeJS.ProcessEnv;
  /** The default working directory of sessions. */
  directory?: string;
  timeouts?: Partial<AgentProcessInput>;
  graceMs?: number;
  pingMs?: number;
  keepAliveMs?: number;
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

export const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_PORT = 2468;

/** How long readers may take to receive remaining events, and clients to close their connections. */
const CLOSE_TIMEOUT_MS = 2000;

export const version: string = (
  JSON.parse(readFileSync(new URL(import.meta.resolve('greenroom/package.json')), 'utf8')) as {
    version: string;
  }
).version;

export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { dataFolder, logger, token, host: address = DEFAULT_HOST, port = DEFAULT_PORT } = options;
  const open = options.log ?? openLog;
  const log = await open({ dataFolder, sync: options.sync ?? 'normal' });
  try {
    const services = createServices(options, log);
    const allowedOrigins = {
      hosts: [address, ...(options.allowHosts ?? [])],
      origins: options.corsOrigins ?? [],
    };
    const http = createHttp({ services, token, allowedOrigins });
    const webSockets = new WebSocketUpgrade(http.server, {
      services,
      token,
      allowedOrigins,
      pingMs: options.pingMs ?? 20_000,
    });
    await services.host.recover();
    await http.listen({ host: address, port, listenTextResolver: () => 'listening' });
    const bound = http.server.address() as AddressInfo;
    const url = `http://${address.includes(':') ? `[${address}]` : address}:${bound.port}`;
    log.describe(url);

    let stopped: Promise<void> | null = null;
    const stop = async () => {
      logger.info('stopping');
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

function createServices(options: DaemonOptions, log: DaemonLog): Services {
  const { dataFolder, logger, env = process.env, agents = allAgents, now = Date.now } = options;
  const hub = new Hub(log);
  const host = new SessionHost({
    log,
    hub,
    agents,
    logger,
    dataFolder,
    installationId: log.installationId,
    env,
    now,
    defaults: {
      onAgentExit: options.onAgentExit ?? 'end',
      directory: options.directory ?? process.cwd(),
      env,
    },
    timeouts: { startTimeoutMs: 60_000, interruptTimeoutMs: 10_000, ...options.timeouts },
    graceMs: options.graceMs ?? 3000,
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
    streams: new Set(),
    keepAliveMs: options.keepAliveMs ?? 15_000,
  };
}

async function until(isDone: () => boolean, withinMs: number): Promise<void> {
  const end = Date.now() + withinMs;
  while (!isDone() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
}
