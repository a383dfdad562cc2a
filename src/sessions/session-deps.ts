import type { Logger } from 'pino';
import type { AgentProcessInput } from '../../machines/index.js';
import type { Agent, AgentRuntime, FolderTrust } from '../agents/agent.js';
import type { EventLog } from '../log/index.js';
import type { Limits, Problem, StateValue } from '../schema/index.js';
import type { ConnectionDeps } from './agent-runner.js';
import type { AgentSlots } from './agent-slots.js';
import type { Clock, Now } from './clock.js';
import type { Committer } from './committer.js';
import type { SessionConfig } from './config.js';
import type { NewRefusal } from './refusals.js';
import type { SpendingLimits } from './spending.js';
import type { FolderTrusts, TrustQuestion } from './trust/index.js';
import type { Turns } from './turns.js';

export interface SessionDeps {
  committer: Committer;
  log: Pick<EventLog, 'receipt'>;
  agent: Agent;
  agentRuntime: AgentRuntime;
  now: Now;
  logger: Logger;
  /** The session cannot be handled any further. */
  onFailed(sessionId: string, error: unknown): void;
  /** A command was refused, or a draft dropped. */
  onRefused(refusal: NewRefusal): void;
  /** The state of the agent's process has changed. */
  onAgent(sessionId: string, value: StateValue): void;
  /** Why the agent of a session cannot be started; null if it can. */
  obstacle(sessionId: string, config: SessionConfig): Problem | null;
  spending: SpendingLimits;
  timeouts: AgentProcessInput;
  limits: Limits;
  slots: Pick<AgentSlots, 'take'>;
  clock?: Clock;
  trust: Pick<FolderTrusts, 'check' | 'decide'>;
  /** What is asked about the folder of a session. Throws if the agent lacks secrets. */
  trustQuestion(session: { id: string; config: SessionConfig }): TrustQuestion;
  /** Of the event loop; those of the process by default. */
  turns?: Turns;
  /** Dependencies of a connection. Asynchronous, since the agent's program may have to be located first. */
  connection(session: {
    id: string;
    config: SessionConfig;
    /** The native id of the session's own conversation; null if it has not begun. */
    native: string | null;
    /** The decision about what its folder brings; null if that is nothing. */
    trust: FolderTrust | null;
  }): Promise<ConnectionDeps>;
}
