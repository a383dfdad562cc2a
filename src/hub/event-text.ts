import type { Batch } from '../log/index.js';

/** Every event is logged with `raw` as its last key; the native payload replaces its null. */
const NO_RAW = 'null}';

/** The JSON of one event of a batch, with its native payload if `raw` is set. */
export function eventText(batch: Batch, index: number, raw: boolean): string {
  const text = batch.events[index]!;
  const payload = raw ? batch.raws[index] : null;
  return payload ? `${text.slice(0, -NO_RAW.length)}${payload}}` : text;
}
