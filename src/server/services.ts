import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Agent, Installer } from '../agents/index.js';
import type { Hub } from '../hub/index.js';
import type { EventLog } from '../log/index.js';
import type { Host } from '../sessions/index.js';
import type { Metrics } from './metrics.js';
import type { SessionChanges } from './session-changes.js';

/** What the server's routes and methods work with. */
export interface Services {
  host: Host;
  changes: SessionChanges;
  hub: Hub;
  log: EventLog;
  agents: readonly Agent[];
  installer: Installer;
  metrics: Metrics;
  logger: Logger;
  env: NodeJS.ProcessEnv;
  dataFolder: string;
  /** What the daemon calls itself. */
  version: string;
  /** The streams that are being answered with. */
  streams: Set<ServerResponse>;
  /** How often an idle stream shows that it lives. */
  keepAliveMs: number;
}
