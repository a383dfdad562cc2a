import type { Actor } from 'xstate';
import { type agentProcessMachine, isUnsettled, type SessionContext } from '../../machines/index.js';
import type { Agent } from '../agents/agent.js';

export interface IdleAgentParts {
  agent: Pick<Agent, 'capabilities'>;
  process: Actor<typeof agentProcessMachine>;
  session: { context: SessionContext; updatedAt: number };
  /** Whether everything of the session is stored. */
  isStored: boolean;
}

/** Since when an agent could be stopped and resumed with the next message, and nobody would notice; null if it could not. */
export function idleSince({ agent, process, session, isStored }: IdleAgentParts): number | null {
  const { context, updatedAt } = session;
  if (!isStored || isUnsettled(context)) return null;
  const snapshot = process.getSnapshot();
  const isReady = snapshot.matches({ process: 'ready' }) || snapshot.matches({ process: 'rested' });
  if (!isReady || !snapshot.matches({ delivery: 'none' })) return null;
  const canResume = agent.capabilities.resume && (context.nativeSessionId !== null || !hasBegun(context));
  return canResume ? updatedAt : null;
}

/** The native id of the session's conversation, null before its first turn: not every agent keeps an empty one. */
export function conversationOf(context: SessionContext): string | null {
  return hasBegun(context) ? context.nativeSessionId : null;
}

/** Whether a turn has ended. The one that runs may have brought the message that the agent is started for. */
function hasBegun({ turns, turn }: SessionContext): boolean {
  return turns > (turn === null ? 0 : 1);
}
