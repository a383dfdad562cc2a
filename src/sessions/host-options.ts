import type { Logger } from 'pino';
import type { AgentProcessInput } from '../../machines/index.js';
import type { Agent } from '../agents/agent.js';
import type { Hub } from '../hub/index.js';
import type { EventLog } from '../log/index.js';
import type { Limits, SessionInfo } from '../schema/index.js';
import type { Isolation } from '../supervision/index.js';
import type { Clock, Now } from './clock.js';
import type { CreateDefaults } from './create.js';
import type { Policy } from './policy.js';
import type { Secrets } from './secrets/index.js';
import type { SpendingLimits } from './spending.js';
import type { FolderTrusts } from './trust/index.js';

export interface SessionHostOptions {
  log: EventLog;
  hub: Hub;
  agents: readonly Agent[];
  logger: Logger;
  dataFolder: string;
  isolation?: Isolation;
  /** Variables of the daemon's environment that every agent gets. */
  passEnv?: readonly string[];
  installationId: string;
  env: NodeJS.ProcessEnv;
  secrets: Secrets;
  trust: FolderTrusts;
  defaults: CreateDefaults;
  timeouts: AgentProcessInput;
  /** How long a process may take to exit after SIGTERM. */
  graceMs: number;
  limits: Limits;
  /** What the operator allows. */
  policy: Policy;
  spending: SpendingLimits;
  now: Now;
  clock?: Clock;
  /** The log is lost: the daemon cannot continue. */
  onFatal(error: unknown): void;
}

export interface SessionHostEvents {
  opened: [SessionInfo];
  /** A write of a session in memory was committed. */
  changed: [sessionId: string];
  closed: [{ sessionId: string; reason: 'ended' | 'deleted' }];
  /** The number of committed events. */
  committed: [number];
}
