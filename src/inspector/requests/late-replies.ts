import { useSyncExternalStore } from 'react';
import { GreenroomError, type PermissionRow, type QuestionRow } from '../../client/index.js';
import type { SessionStore } from '../../client/react/index.js';
import { Listeners } from '../session/listeners.js';
import { useSession, useSessionValue } from '../session/use-session.js';
import { weakMemo } from '../session/weak-memo.js';

/** The request to which this page replied too late. The card of the request is gone by then. */
class LateReplies {
  readonly #listeners = new Listeners();
  key: string | null = null;

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  set(key: string | null): void {
    this.key = key;
    this.#listeners.notify();
  }
}

const lateRepliesOf = weakMemo((_store: SessionStore) => new LateReplies());

/** Replies to a request, and remembers it if somebody else was faster. */
export async function reply(store: SessionStore, key: string, call: () => Promise<unknown>): Promise<void> {
  const late = lateRepliesOf(store);
  late.set(null);
  try {
    await call();
  } catch (error) {
    if (!GreenroomError.is(error, 'request_not_pending')) throw error;
    late.set(key);
  }
}

/** What became of the request to which this page replied too late; null if there is none. */
export function useLateReply(): { outcome: string; dismiss(): void } | null {
  const store = useSession();
  const late = lateRepliesOf(store);
  const key = useSyncExternalStore(late.subscribe, () => late.key);
  const outcome = useSessionValue(({ transcript }) => {
    const row = transcript.rows.findLast((each) => each.key === key);
    return row?.type === 'permission' || row?.type === 'question' ? outcomeOf(row) : null;
  });
  return outcome === null ? null : { outcome, dismiss: () => late.set(null) };
}

function outcomeOf({ data }: PermissionRow | QuestionRow): string {
  if (data.status === 'requested') return 'Your reply came too late.';
  const { client, resolved_by } = (data.metadata ?? {}) as Metadata;
  const who = client
    ? `“${client.name}”, in another window or on another device,`
    : `The ${resolved_by ?? 'daemon'}`;
  return `Your reply came too late: ${who} was faster. The request is ${data.status}.`;
}

/** Of a resolved request, the same for permissions and questions. */
interface Metadata {
  client?: { name: string };
  resolved_by?: string;
}
