import { isIP } from 'node:net';
import { type DaemonLog, startLog } from '../log/index.js';
import type { DaemonOptions } from './daemon.js';
import { DEFAULT_HOST, DEFAULT_PORT } from './defaults.js';
import { Doorway } from './http/doorway.js';
import { earlyHealth } from './http/early-health.js';
import { defaultTimeouts } from './http/timeouts.js';

/** What a daemon has before the rest of it is loaded: its data folder, and as a rule its port. */
export interface EarlyParts {
  log: DaemonLog;
  /** Null with TLS, with a name that may stand for several addresses, and without a port. */
  doorway: Doorway | null;
}

export type EarlyOptions = Pick<
  DaemonOptions,
  'dataFolder' | 'sync' | 'host' | 'port' | 'tls' | 'httpTimeouts' | 'allowHosts' | 'corsOrigins'
>;

/** A start that takes the data folder and the port before it loads the rest of the daemon. */
export interface EarlyStart {
  take(options: EarlyOptions): Promise<EarlyParts>;
  /** If nothing comes of it. */
  discard(): Promise<void>;
}

export function startEarly(): EarlyStart {
  const log = startLog();
  return {
    take: async (options) => {
      const { dataFolder, sync = 'normal' } = options;
      const opened = await log.open({ dataFolder, sync });
      try {
        return { log: opened, doorway: await listen(options) };
      } catch (error) {
        await opened.close();
        throw error;
      }
    },
    discard: () => log.discard(),
  };
}

/** The answer to /v1/health is true from then on: the folder and the port are this daemon's. */
async function listen(options: EarlyOptions): Promise<Doorway | null> {
  const { host = DEFAULT_HOST, port = DEFAULT_PORT, tls } = options;
  if (port === null || tls || isIP(host) === 0) return null;
  return Doorway.listen({
    host,
    port,
    timeouts: { ...defaultTimeouts, ...options.httpTimeouts },
    answer: earlyHealth({ hosts: [host, ...(options.allowHosts ?? [])], origins: options.corsOrigins ?? [] }),
  });
}
