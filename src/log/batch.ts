import { LogError } from './errors.js';
import type { Batch, StateChange, Write } from './log.js';

/** Throws if a write would not read back unchanged, or does not start after `after`. */
export function checkWrite({ batch, checkpoint }: Write, sessionId: string, after: number): void {
  if (batch) checkBatch(batch, sessionId, after);
  const end = batch?.last ?? after;
  if (checkpoint && checkpoint.sequence !== end) {
    throw new LogError(
      `a checkpoint at ${checkpoint.sequence} does not match a write that ends at ${end} of session ${sessionId}`,
    );
  }
}

function checkBatch(batch: Batch, sessionId: string, after: number): void {
  const { first, last, events, raws } = batch;
  if (batch.sessionId !== sessionId) {
    throw new LogError(`a batch of session ${batch.sessionId} was to be appended to session ${sessionId}`);
  }
  const count = last - first + 1;
  if (first !== after + 1 || count < 1 || events.length !== count || raws.length !== count) {
    throw new LogError(
      `a batch ${first} to ${last} with ${events.length} events and ${raws.length} raws was to follow event ${after} ` +
        `of session ${sessionId}`,
    );
  }
  for (const event of events) {
    if (event.includes('\n')) {
      throw new LogError(`an event in the batch from ${first} of session ${sessionId} is not on one line`);
    }
  }
}

/** The requested events, both ends inclusive. */
export interface Range {
  from: number;
  to: number;
}

/** A state stays with the event that led to it, so adjacent reads return each change once. */
export function cutBatch(batch: Batch, { from, to }: Range): Batch {
  if (batch.first >= from && batch.last <= to) return batch;
  const first = Math.max(batch.first, from);
  const last = Math.min(batch.last, to);
  const within = ({ sequence }: StateChange) =>
    (sequence >= first || first === batch.first) && (sequence <= last || last === batch.last);
  return {
    sessionId: batch.sessionId,
    first,
    last,
    events: batch.events.slice(first - batch.first, last - batch.first + 1),
    raws: batch.raws.slice(first - batch.first, last - batch.first + 1),
    states: batch.states.filter(within),
  };
}

/** The number of characters in a batch. A payload shared by several events counts once. */
export function charsOf({ events, raws }: Batch): number {
  let sum = 0;
  for (const event of events) sum += event.length;
  let before: string | null = null;
  for (const raw of raws) {
    if (raw !== null && raw !== before) sum += raw.length;
    before = raw;
  }
  return sum;
}
