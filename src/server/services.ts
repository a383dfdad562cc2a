import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Agent, Installer } from '../agents/index.js';
import type { Hub } from '../hub/index.js';
import type { EventLog } from '../log/index.js';
import type { EffectiveConfiguration, ElevationFacts, Limits } from '../schema/index.js';
import type { FolderTrusts, SessionHost } from '../sessions/index.js';
import type { AccessServices } from './access/open.js';
import type { FilePlaces } from './files/places.js';
import type { Metrics } from './metrics.js';
import type { SessionChanges } from './session-changes.js';

/** The parts of a daemon that its handlers and transports use. */
export interface Services extends AccessServices {
  host: SessionHost;
  trust: FolderTrusts;
  changes: SessionChanges;
  hub: Hub;
  log: EventLog;
  /** Those that the operator has not disabled. */
  agents: readonly Agent[];
  installer: Installer;
  attachedFiles: ElevationFacts;
  metrics: Metrics;
  logger: Logger;
  env: NodeJS.ProcessEnv;
  dataFolder: string;
  /** The version of the daemon. */
  version: string;
  limits: Limits;
  configuration: EffectiveConfiguration;
  /** The files that clients may reach. */
  files: FilePlaces;
  /** Whether the log can be written. */
  isReady(): boolean;
  /** The daemon's address, to be opened from another device if it listens on all addresses. */
  openUrl(): string;
  /** Open responses that stream events. */
  streams: Set<ServerResponse>;
  /** The interval of keep-alive comments on event streams. */
  keepAliveMs: number;
}
