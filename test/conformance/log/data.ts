import type { Batch, NewSession, QueueRow, SessionRecord } from '../../../src/log/index.js';

export function newSession(sessionId: string, changes: Partial<NewSession> = {}): NewSession {
  return {
    sessionId,
    createdAt: 1_000,
    updatedAt: 1_000,
    unsettled: false,
    ended: false,
    config: '{"agent":"mock"}',
    info: '{"title":null}',
    ...changes,
  };
}

/** The record of a session that was created with `newSession`. */
export function record(sessionId: string, changes: Partial<SessionRecord> = {}): SessionRecord {
  return { ...newSession(sessionId), lastSequence: 0, ...changes };
}

export function event(sequence: number): string {
  return `{"sequence":${sequence},"text":"line\\nbreak ä😀","raw":null}`;
}

/** A batch of plain events from `first` to `last`. */
export function batch(sessionId: string, first: number, last: number, changes: Partial<Batch> = {}): Batch {
  const sequences = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const raws = sequences.map(() => null);
  return { sessionId, first, last, events: sequences.map(event), raws, states: [], ...changes };
}

/** The arguments of the append that stores a batch where it belongs. */
export function appending(given: Batch): [sessionId: string, after: number, write: { batch: Batch }] {
  return [given.sessionId, given.first - 1, { batch: given }];
}

export function queueRow(messageId: string, changes: Partial<QueueRow> = {}): QueueRow {
  return {
    messageId,
    rank: 1,
    revision: 1,
    queuedAt: '2026-01-01T00:00:00.000Z',
    content: `{"message":"${messageId}"}`,
    ...changes,
  };
}
