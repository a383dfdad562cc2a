import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Agent, Installer } from '../agents/index.js';
import type { Hub } from '../hub/index.js';
import type { EventLog } from '../log/index.js';
import type { Limits, SessionHost } from '../sessions/index.js';
import type { FilePlaces } from './files/places.js';
import type { Metrics } from './metrics.js';
import type { SessionChanges } from './session-changes.js';

/** The parts of a daemon that its handlers and transports use. */
export interface Services {
  host: SessionHost;
  changes: SessionChanges;
  hub: Hub;
  log: EventLog;
  agents: readonly Agent[];
  installer: Installer;
  metrics: Metrics;
  logger: Logger;
  env: NodeJS.ProcessEnv;
  dataFolder: string;
  /** The version of the daemon. */
  version: string;
  limits: Limits;
  /** The files that clients may reach. */
  files: FilePlaces;
  /** Whether the log can be written. */
  isReady(): boolean;
  /** Open responses that stream events. */
  streams: Set<ServerResponse>;
  /** The interval of keep-alive comments on event streams. */
  keepAliveMs: number;
}
