import type { StateValue as MachineValue } from 'xstate';
import { pendingOf, type SessionContext, statusOf, threadsOf } from '../../machines/index.js';
import type { SessionInfo, SessionState, StateValue } from '../schema/index.js';
import type { SessionConfig } from './config.js';

export interface InfoParts {
  id: string;
  config: SessionConfig;
  createdAt: number;
  updatedAt: number;
  value: MachineValue;
  context: SessionContext;
}

/** A session's public info. */
export function infoOf({ id, config, createdAt, updatedAt, value, context }: InfoParts): SessionInfo {
  return {
    sessionId: id,
    agent: config.agent,
    agentMode: config.agentMode,
    permissionMode: config.permissionMode,
    model: config.model,
    variant: config.variant,
    title: config.title,
    directory: config.directory,
    nativeSessionId: context.nativeSessionId,
    ended: context.ended !== null,
    status: statusOf(value),
    state: value as StateValue,
    eventCount: context.sequence,
    lastSequence: context.sequence,
    queued: context.queue.length,
    threads: threadsOf(context),
    usage: context.usage,
    costUsd: context.costUsd,
    createdAt,
    updatedAt,
  };
}

/** The state of a session's machine. */
export function stateOf(
  value: MachineValue,
  context: SessionContext,
  agent: StateValue | null,
): SessionState {
  return {
    sessionId: context.input.sessionId,
    sequence: context.sequence,
    value: value as StateValue,
    turn: context.turn && { turn_id: context.turn.id },
    openItems: Object.values(context.open)
      .sort((a, b) => a.number - b.number)
      .map(({ id, kind, role, parent, thread }) => ({
        item_id: id,
        kind,
        role,
        parent_id: parent,
        thread_id: thread,
      })),
    threads: threadsOf(context),
    pending: pendingOf(context),
    queued: context.queue.length,
    agent,
  };
}
