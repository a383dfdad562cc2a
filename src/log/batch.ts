import type { Batch, StateChange, Write } from './log.js';

/** Why a write would not read back unchanged, or does not start after `after`; null if it may be stored. */
export function writeProblem({ batch, checkpoint }: Write, sessionId: string, after: number): string | null {
  const problem = batch ? batchProblem(batch, sessionId, after) : null;
  const end = batch?.last ?? after;
  if (problem || !checkpoint || checkpoint.sequence === end) return problem;
  return `a checkpoint at ${checkpoint.sequence} does not match a write that ends at ${end} of session ${sessionId}`;
}

function batchProblem(batch: Batch, sessionId: string, after: number): string | null {
  const { first, last, events, raws } = batch;
  if (batch.sessionId !== sessionId)
    return `a batch of session ${batch.sessionId} was to be appended to session ${sessionId}`;
  const count = last - first + 1;
  if (first !== after + 1 || count < 1 || events.length !== count || raws.length !== count) {
    return (
      `a batch ${first} to ${last} with ${events.length} events and ${raws.length} raws was to follow event ${after} ` +
      `of session ${sessionId}`
    );
  }
  if (events.some((event) => event.includes('\n')))
    return `an event in the batch from ${first} of session ${sessionId} is not on one line`;
  return null;
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
