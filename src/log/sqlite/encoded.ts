import { charsOf, cutBatch, type Range, writeProblem } from '../batch.js';
import { LogError } from '../errors.js';
import type { Batch, Write } from '../log.js';
import { decodeRaws, decodeStates, encodeRaws, encodeStates } from './lines.js';

/** A batch as its row has it. It crosses threads as a few long texts, which is much cheaper than many short ones. */
export interface EncodedBatch {
  first: number;
  last: number;
  events: string;
  states: string | null;
  raws: string | null;
}

/** One session's share of a commit. */
export interface EncodedAppend extends Omit<Write, 'batch' | 'silent' | 'queue'> {
  sessionId: string;
  /** The writer's idea of the session's last sequence. */
  after: number;
  batch: EncodedBatch | null;
  /** Why the write cannot be stored. A writer that is behind is told so first. */
  problem: string | null;
}

export function encodeAppend(sessionId: string, after: number, write: Write): EncodedAppend {
  const { batch, silent, queue, ...stored } = write;
  const problem = writeProblem(write, sessionId, after);
  return { ...stored, sessionId, after, batch: batch && !problem ? encodeBatch(batch) : null, problem };
}

function encodeBatch({ first, last, events, raws, states }: Batch): EncodedBatch {
  return { first, last, events: events.join('\n'), states: encodeStates(states), raws: encodeRaws(raws) };
}

/** Throws if the row does not contain what it claims to. */
export function decodeBatch(sessionId: string, row: EncodedBatch): Batch {
  const { first, last } = row;
  const events = row.events.split('\n');
  const states = row.states === null ? [] : decodeStates(row.states);
  const raws = row.raws === null ? new Array<null>(events.length).fill(null) : decodeRaws(row.raws);
  if (events.length !== last - first + 1 || raws.length !== events.length) {
    throw new LogError(`the batch from ${first} of session ${sessionId} is damaged`);
  }
  return { sessionId, first, last, events, raws, states };
}

/** The part of a row within a range, and its length in characters. Most rows are whole, and not decoded for it. */
export function cutRow(
  sessionId: string,
  row: EncodedBatch,
  range: Range,
): { row: EncodedBatch; chars: number } {
  const { first, last, events, raws } = row;
  if (first >= range.from && last <= range.to) {
    const separators = last - first;
    const repeats = raws?.match(REPEATED)?.length ?? 0;
    const payloads = raws === null ? 0 : raws.length - separators - repeats;
    return { row, chars: events.length - separators + payloads };
  }
  const batch = cutBatch(decodeBatch(sessionId, row), range);
  return { row: encodeBatch(batch), chars: charsOf(batch) };
}

/** Lines that repeat the payload before them. */
const REPEATED = /^\^$/gm;
