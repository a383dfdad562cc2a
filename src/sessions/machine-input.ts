import type { SessionInput } from '../../machines/index.js';
import type { Agent } from '../agents/agent.js';
import type { SessionConfig } from './config.js';
import type { SessionDeps } from './session-deps.js';

/** The input of a session's machine. */
export function machineInput(sessionId: string, config: SessionConfig, agent: Agent): SessionInput {
  return {
    sessionId,
    uid: config.uid,
    steer: agent.capabilities.steer,
    interruptThread: agent.capabilities.interruptThread,
    echoesUser: agent.echoesUser,
    onAgentExit: config.onAgentExit,
    ...(agent.testedVersions ? { testedVersions: agent.testedVersions } : {}),
    metadata: metadataOf(config),
  };
}

/** How much a session may have at once, and spend. */
export function boundsOf({
  limits,
  spending,
}: Pick<SessionDeps, 'limits' | 'spending'>): Partial<SessionInput> {
  const { openItems, queuedMessages, queuedBytes } = limits;
  return { openItems, queuedMessages, queuedBytes, ...spending };
}

function metadataOf({ agent, agentMode, permissionMode, model, variant, directory }: SessionConfig) {
  return { agent, mode: agentMode, permission_mode: permissionMode, model, variant, cwd: directory };
}
