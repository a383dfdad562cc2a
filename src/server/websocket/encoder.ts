import { type Encoder, eventText } from '../../hub/index.js';
import type { Batch, StateChange } from '../../log/index.js';
import { framesOf } from './frame.js';
import { notificationText } from './jsonrpc.js';

export interface WebSocketView {
  raw: boolean;
  states: boolean;
}

/** Events, states and notifications as JSON-RPC notifications, one per frame. */
export function webSocketEncoder({ raw, states }: WebSocketView): Encoder {
  return {
    key: `websocket${raw ? '+raw' : ''}${states ? '+states' : ''}`,
    raw,
    states,
    batch: (batch) => batchFrames(batch, raw, states),
    state: (sessionId, change) => framesOf([stateText(sessionId, change)]),
    notification: (name, params) => framesOf([notificationText(name, params)]),
  };
}

/** Events and values already are JSON texts, and are embedded without parsing. */
function batchFrames(batch: Batch, raw: boolean, states: boolean): Buffer {
  const texts: string[] = [];
  let nextState = 0;
  for (let i = 0; i < batch.events.length; i++) {
    texts.push(`{"jsonrpc":"2.0","method":"event","params":${eventText(batch, i, raw)}}`);
    if (!states) continue;
    for (; batch.states[nextState] && batch.states[nextState]!.sequence <= batch.first + i; nextState++) {
      texts.push(stateText(batch.sessionId, batch.states[nextState]!));
    }
  }
  return framesOf(texts);
}

function stateText(sessionId: string, { sequence, value }: StateChange): string {
  const params = `{"sessionId":"${sessionId}","sequence":${sequence},"value":${value}}`;
  return `{"jsonrpc":"2.0","method":"session/state","params":${params}}`;
}
