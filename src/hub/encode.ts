import type { Batch, StateChange } from '../log/index.js';
import { framesOf } from './websocket-frame.js';

/** What a reader wants to see, and how. Readers with the same wishes get the same bytes. */
export interface View {
  transport: 'websocket' | 'sse';
  /** With native payloads. */
  raw: boolean;
  /** With the machine's value wherever it changes (WebSocket only). */
  states: boolean;
}

/** Every event's text ends so; the native payload goes in the place of null. */
const NO_RAW = 'null}';

export function eventText(batch: Batch, index: number, raw: boolean): string {
  const text = batch.events[index]!;
  const payload = raw ? batch.raws[index] : null;
  return payload ? `${text.slice(0, -NO_RAW.length)}${payload}}` : text;
}

export function encode(batch: Batch, view: View): Buffer {
  return view.transport === 'sse' ? encodeSse(batch, view.raw) : encodeWebSocket(batch, view);
}

function encodeSse(batch: Batch, raw: boolean): Buffer {
  let text = '';
  for (let i = 0; i < batch.events.length; i++) {
    text += `id: ${batch.first + i}\ndata: ${eventText(batch, i, raw)}\n\n`;
  }
  return Buffer.from(text);
}

function encodeWebSocket(batch: Batch, view: View): Buffer {
  const texts: string[] = [];
  let nextState = 0;
  for (let i = 0; i < batch.events.length; i++) {
    texts.push(`{"jsonrpc":"2.0","method":"event","params":${eventText(batch, i, view.raw)}}`);
    if (!view.states) continue;
    for (; batch.states[nextState] && batch.states[nextState]!.sequence <= batch.first + i; nextState++) {
      texts.push(stateText(batch.sessionId, batch.states[nextState]!));
    }
  }
  return framesOf(texts);
}

/** A change of the machine's value that no event tells of. */
export function encodeState(sessionId: string, change: StateChange): Buffer {
  return framesOf([stateText(sessionId, change)]);
}

export function encodeNotification(method: string, params: unknown): Buffer {
  return framesOf([JSON.stringify({ jsonrpc: '2.0', method, params })]);
}

function stateText(sessionId: string, { sequence, value }: StateChange): string {
  const params = `{"sessionId":"${sessionId}","sequence":${sequence},"value":${value}}`;
  return `{"jsonrpc":"2.0","method":"session/state","params":${params}}`;
}

/** A batch's bytes for each kind of reader, made when the first of that kind wants them. */
export class Encoded {
  private readonly byView = new Map<string, Buffer>();

  constructor(readonly batch: Batch) {}

  for(view: View): Buffer {
    const key = `${view.transport}${view.raw ? '+raw' : ''}${view.states ? '+states' : ''}`;
    let bytes = this.byView.get(key);
    if (!bytes) {
      bytes = encode(this.batch, view);
      this.byView.set(key, bytes);
    }
    return bytes;
  }
}
