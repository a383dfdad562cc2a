import type { Batch, EventLog } from '../../log/index.js';
import type { LongValueRef, RecordedInput, UniversalEvent } from '../../schema/index.js';
import { isValueId } from '../long-values.js';
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
  const whole = (raw: string) => wholeOf(log, sessionId, raw);
  let next = await entries.next();
  /** The payload that the last event with one had: as its raw, or the long value that the raw refers to. */
  let told: string | null = null;
  for await (const { event, raw } of eventsOf(log, sessionId)) {
    const name = raw === null ? null : (valueIdIn(raw) ?? raw);
    let isKnown = name === null || name === told;
    while (!next.done && (next.value.after < event.sequence || eventIn(next.value) === event.sequence)) {
      const entry = next.value;
      if (eventIn(entry) === event.sequence) {
        isKnown = true;
        told = name;
      } else if (entry.type === 'payload' && entry.isSplit) {
        told = entry.valueId ?? entry.text ?? null;
        isKnown ||= name === told;
      }
      yield { in: await inputOf(entry, raw, whole) };
      next = await entries.next();
    }
    if (!isKnown && raw !== null) {
      yield { in: { type: 'payload', at: event.time, text: await whole(raw) } };
      told = name;
    }
    yield { out: event };
  }
  for (; !next.done; next = await entries.next()) yield { in: await inputOf(next.value, null, whole) };
}

function eventIn(entry: TapeEntry): number | null {
  return entry.type === 'payload' ? (entry.event ?? null) : null;
}

async function inputOf(
  entry: TapeEntry,
  raw: string | null,
  whole: (raw: string) => Promise<string>,
): Promise<RecordedInput> {
  const { after: _, ...input } = entry;
  if (input.type !== 'payload') return input;
  const { event: __, isSplit: ___, text, valueId, ...payload } = input;
  return { ...payload, text: text ?? (await whole(valueId ?? raw ?? '')) };
}

/** The text that is meant by a raw, or by the name of a long value. */
async function wholeOf(log: Log, sessionId: string, raw: string): Promise<string> {
  const valueId = isValueId(raw) ? raw : valueIdIn(raw);
  if (valueId === null) return raw;
  let text = '';
  for await (const part of partsOf(log, sessionId, valueId)) text += part;
  return text === '' ? raw : text;
}

function valueIdIn(raw: string): string | null {
  if (!isReference(raw)) return null;
  const { href } = JSON.parse(raw) as Partial<LongValueRef>;
  const valueId = href?.slice(href.lastIndexOf('/') + 1) ?? '';
  return isValueId(valueId) ? valueId : null;
}

async function* partsOf(log: Log, sessionId: string, valueId: string): AsyncGenerator<string> {
  for (let part = 0; ; part++) {
    const content = await log.longValue(sessionId, valueId, part);
    if (content === null) return;
    yield content;
  }
}

async function* entriesOf(log: Log, sessionId: string, tapes: readonly string[]): AsyncGenerator<TapeEntry> {
  for (const name of tapes) {
    let rest = '';
    for await (const content of partsOf(log, sessionId, name)) {
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
