import type { Batch, EventLog } from '../../log/index.js';
import type { RecordedInput, UniversalEvent } from '../../schema/index.js';
import { nextSlice } from '../slices.js';
import { isReference, type TapeEntry } from './tape.js';

const CHUNK_CHARS = 256 * 1024;

type Log = Pick<EventLog, 'read' | 'longValue'>;

/** The inputs and events of a session in their order, from its events and its tapes. */
export async function* recordingOf(
  log: Log,
  sessionId: string,
  tapes: readonly string[],
): AsyncGenerator<{ in: RecordedInput } | { out: UniversalEvent }> {
  const entries = entriesOf(log, sessionId, tapes);
  let next = await entries.next();
  /** The payload that the last event with one had. */
  let told: string | null = null;
  for await (const { event, raw } of eventsOf(log, sessionId)) {
    let isKnown = raw === null || raw === told;
    while (!next.done && (next.value.after < event.sequence || eventIn(next.value) === event.sequence)) {
      const entry = next.value;
      if (eventIn(entry) === event.sequence) {
        isKnown = true;
        told = raw;
      } else if (entry.type === 'payload' && entry.isSplit) {
        told = entry.text ?? null;
        isKnown ||= raw === told;
      }
      yield { in: inputOf(entry, raw) };
      next = await entries.next();
    }
    if (!isKnown && raw !== null && !(tapes.length > 0 && isReference(raw))) {
      yield { in: { type: 'payload', at: event.time, text: raw } };
      told = raw;
    }
    yield { out: event };
  }
  for (; !next.done; next = await entries.next()) yield { in: inputOf(next.value, null) };
}

function eventIn(entry: TapeEntry): number | null {
  return entry.type === 'payload' ? (entry.event ?? null) : null;
}

function inputOf(entry: TapeEntry, raw: string | null): RecordedInput {
  const { after: _, ...input } = entry;
  if (input.type !== 'payload') return input;
  const { event: __, isSplit: ___, text, ...payload } = input;
  return { ...payload, text: text ?? raw ?? '' };
}

async function* entriesOf(log: Log, sessionId: string, tapes: readonly string[]): AsyncGenerator<TapeEntry> {
  for (const name of tapes) {
    let rest = '';
    for (let part = 0; ; part++) {
      const content = await log.longValue(sessionId, name, part);
      if (content === null) break;
      const lines = (rest + content).split('\n');
      rest = lines.pop()!;
      for (const line of lines) yield JSON.parse(line) as TapeEntry;
      await nextSlice();
    }
  }
}

async function* eventsOf(
  log: Log,
  sessionId: string,
): AsyncGenerator<{ event: UniversalEvent; raw: string | null }> {
  for (let after = 0; ; await nextSlice()) {
    const batches: Batch[] = await log.read(sessionId, after, { chars: CHUNK_CHARS, raw: true });
    if (batches.length === 0) return;
    for (const { events, raws } of batches)
      for (const [i, text] of events.entries())
        yield { event: JSON.parse(text) as UniversalEvent, raw: raws[i] ?? null };
    after = batches.at(-1)!.last;
  }
}
