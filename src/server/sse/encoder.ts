import { type Encoder, eventText } from '../../hub/index.js';
import type { Batch } from '../../log/index.js';

const plain = create(false);
const withRaw = create(true);

/** Events as server-sent events: `id` is the sequence, `data` the event. Nothing but events is sent. */
export function sseEncoder(raw: boolean): Encoder {
  return raw ? withRaw : plain;
}

function create(raw: boolean): Encoder {
  return {
    key: raw ? 'sse+raw' : 'sse',
    raw,
    states: false,
    batch: (batch) => linesOf(batch, raw),
    state: () => null,
    notification: () => null,
  };
}

function linesOf(batch: Batch, raw: boolean): Buffer {
  let text = '';
  for (let i = 0; i < batch.events.length; i++) {
    text += `id: ${batch.first + i}\ndata: ${eventText(batch, i, raw)}\n\n`;
  }
  return Buffer.from(text);
}
