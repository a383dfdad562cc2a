import type { Snapshot } from 'xstate';
import {
  initialContext,
  type OpenItem,
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
    context: { ...initialContext(input), ...context, open: upgradeItems(context.open), input },
  });
  return sessionMachine.getPersistedSnapshot(upgraded);
}

/** Items of versions without threads are in the main thread. */
function upgradeItems(open: SessionContext['open']): SessionContext['open'] {
  return Object.fromEntries(
    Object.entries(open).map(([key, item]) => {
      const { thread = null, continues = null } = item as Partial<OpenItem>;
      return [key, { ...item, thread, continues }];
    }),
  );
}
