import type { SessionRecord } from '../log/index.js';
import type { SessionInfo } from '../schema/index.js';

/** Fields that earlier versions did not store. */
const missing = {
  threads: [],
  context: null,
  agentVersion: null,
  mcp: null,
  skills: null,
} satisfies Partial<SessionInfo>;
type StoredInfo = Omit<SessionInfo, keyof typeof missing> & Partial<SessionInfo>;

/** A session's info as it was last stored, and why it cannot be read if it can't. */
export function storedInfo(record: SessionRecord): { info: SessionInfo; damage: string | null } {
  const { lastSequence, updatedAt } = record;
  const counts = { lastSequence, eventCount: lastSequence, updatedAt };
  try {
    const stored = JSON.parse(record.info) as StoredInfo;
    if (stored?.sessionId !== record.sessionId) throw new Error('it is not of this session');
    return { info: { ...missing, ...stored, ...counts }, damage: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { info: { ...unknownInfo(record), ...counts }, damage: `its info cannot be read: ${reason}` };
  }
}

/** Everything that a record tells besides its info. */
function unknownInfo({ sessionId, ended, createdAt, updatedAt, lastSequence }: SessionRecord): SessionInfo {
  return {
    ...missing,
    sessionId,
    agent: 'unknown',
    agentMode: 'unknown',
    permissionMode: 'unknown',
    model: null,
    variant: null,
    title: null,
    directory: null,
    nativeSessionId: null,
    ended,
    status: 'damaged',
    state: 'unknown',
    eventCount: lastSequence,
    lastSequence,
    queued: 0,
    usage: {},
    costUsd: 0,
    createdAt,
    updatedAt,
  };
}
