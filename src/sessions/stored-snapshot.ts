import type { Snapshot } from 'xstate';
import {
  initialContext,
  type SessionContext,
  type SessionInput,
  sessionMachine,
} from '../../machines/index.js';
import type { StateValue } from '../schema/index.js';

/** A snapshot of a session's machine as stored in a checkpoint. */
export interface StoredSnapshot {
  value: StateValue;
  context: SessionContext;
}

export function parseSnapshot(text: string): StoredSnapshot {
  return JSON.parse(text) as StoredSnapshot;
}

/** Adds the regions and fields that a snapshot of an earlier version lacks. */
export function upgradeSnapshot(input: SessionInput, { value, context }: StoredSnapshot): Snapshot<unknown> {
  const upgraded = sessionMachine.resolveState({
    value: value as never,
    context: { ...initialContext(input), ...context, input },
  });
  return sessionMachine.getPersistedSnapshot(upgraded);
}
