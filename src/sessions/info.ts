import type { StateValue as MachineValue } from 'xstate';
import {
  isUnsettled,
  itemsInOrder,
  pendingOf,
  type SessionContext,
  statusOf,
  threadsOf,
} from '../../machines/index.js';
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
    agentVersion: context.version ?? config.agentVersion,
    agentMode: config.agentMode,
    permissionMode: config.permissionMode,
    model: context.model ?? config.model,
    variant: config.variant,
    title: config.title ?? context.providerTitle ?? context.firstMessage,
    directory: config.directory,
    mcp: Object.keys(config.mcp).length > 0 ? config.mcp : null,
    skills: null,
    nativeSessionId: context.nativeSessionId,
    ended: context.ended !== null,
    endReason: context.ended?.reason ?? null,
    status: statusOf(value),
    state: value as StateValue,
    eventCount: context.sequence,
    lastSequence: context.sequence,
    queued: context.queue.length,
    threads: threadsOf(context),
    usage: context.usage,
    context: context.contextUsage,
    costUsd: context.costUsd,
    createdAt,
    updatedAt,
  };
}

/** What the log stores of a session besides its events. */
export function storedParts(session: {
  ended: boolean;
  config: SessionConfig;
  context: SessionContext;
  info(): SessionInfo;
}) {
  return {
    ended: session.ended,
    unsettled: isUnsettled(session.context),
    config: JSON.stringify(session.config),
    info: JSON.stringify(session.info()),
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
    openItems: itemsInOrder(context.open).map(({ id, kind, role, parent, thread }) => ({
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

/** The state of a session whose stored data cannot be read. */
export function damagedState({ sessionId, lastSequence }: SessionInfo): SessionState {
  return {
    sessionId,
    sequence: lastSequence,
    value: 'damaged',
    turn: null,
    openItems: [],
    threads: [],
    pending: { permissions: [], questions: [] },
    queued: 0,
    agent: null,
  };
}
