import { describe, expect, it } from 'vitest';
import { webSocketEncoder } from '../../../src/server/websocket/encoder.js';
import { framesOf } from '../../../src/server/websocket/frame.js';
import { batchOf } from '../../hub/support.js';

const notification = (method: string, params: unknown) => JSON.stringify({ jsonrpc: '2.0', method, params });
const encoder = (raw = false, states = false) => webSocketEncoder({ raw, states });

describe('the WebSocket encoder', () => {
  it('writes a notification for each event', () => {
    const batch = batchOf(1, 2);
    const texts = batch.events.map((text) => notification('event', JSON.parse(text)));
    expect(encoder().batch(batch)).toEqual(framesOf(texts));
  });

  it('writes each state right after its event, if states are requested', () => {
    const states = [
      { sequence: 5, value: '"starting"' },
      { sequence: 5, value: '{"live":"idle"}' },
      { sequence: 7, value: '"ended"' },
    ];
    const batch = batchOf(5, 7, { states });
    const events = batch.events.map((text) => notification('event', JSON.parse(text)));
    const [first, second, third] = states.map(({ sequence, value }) =>
      notification('session/state', { sessionId: 's', sequence, value: JSON.parse(value) }),
    );
    const expected = framesOf([events[0]!, first!, second!, events[1]!, events[2]!, third!]);
    expect(encoder(false, true).batch(batch)).toEqual(expected);
    expect(encoder().batch(batch)).toEqual(framesOf(events));
  });

  it('has a distinct key per output format', () => {
    const batch = batchOf(1, 1, { raws: ['{"n":1}'], states: [{ sequence: 1, value: '"x"' }] });
    const kinds = [encoder(), encoder(true), encoder(false, true), encoder(true, true)];
    expect(new Set(kinds.map(({ key }) => key)).size).toBe(kinds.length);
    expect(new Set(kinds.map((each) => String(each.batch(batch)))).size).toBe(kinds.length);
    expect(encoder(true, true).key).toBe(encoder(true, true).key);
  });

  it('writes a state change without an event, and any other notification', () => {
    const change = { sessionId: 's', sequence: 3, value: { live: 'idle' } };
    expect(encoder().state('s', { sequence: 3, value: '{"live":"idle"}' })).toEqual(
      framesOf([notification('session/state', change)]),
    );
    expect(encoder().notification('session/agent', { sessionId: 's', agent: 'running' })).toEqual(
      framesOf([notification('session/agent', { sessionId: 's', agent: 'running' })]),
    );
  });
});
