import { describe, expect, it } from 'vitest';
import { Encoded, encode, eventText, type View } from '../../src/hub/encode.js';
import { framesOf } from '../../src/hub/index.js';
import { batchOf } from './support.js';

const view = (changes: Partial<View> = {}): View => ({
  transport: 'websocket',
  raw: false,
  states: false,
  ...changes,
});
const notification = (method: string, params: unknown) => JSON.stringify({ jsonrpc: '2.0', method, params });

describe('an event’s text', () => {
  const batch = batchOf(1, 3, { raws: ['{"native":"ü\\n"}', null, '"not JSON"'] });

  it('has the native payload in the place of null where it is asked for', () => {
    expect(JSON.parse(eventText(batch, 0, true))).toEqual({
      sequence: 1,
      text: '',
      raw: { native: 'ü\n' },
    });
    expect(JSON.parse(eventText(batch, 2, true))).toMatchObject({ raw: 'not JSON' });
  });

  it('is as it was logged where it is not, or there is none', () => {
    for (const index of [0, 1, 2]) expect(eventText(batch, index, false)).toBe(batch.events[index]);
    expect(eventText(batch, 1, true)).toBe(batch.events[1]);
  });
});

describe('a batch', () => {
  it('is an id and a data line for each event over SSE', () => {
    const batch = batchOf(7, 8);
    const bytes = encode(batch, view({ transport: 'sse' }));
    expect(String(bytes)).toBe(`id: 7\ndata: ${batch.events[0]}\n\nid: 8\ndata: ${batch.events[1]}\n\n`);
  });

  it('is a notification for each event over WebSocket', () => {
    const batch = batchOf(1, 2);
    const texts = batch.events.map((text) => notification('event', JSON.parse(text)));
    expect(encode(batch, view())).toEqual(framesOf(texts));
  });

  it('has each state right after the event that led to it, where states are wanted', () => {
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
    expect(encode(batch, view({ states: true }))).toEqual(
      framesOf([events[0]!, first!, second!, events[1]!, events[2]!, third!]),
    );
    expect(encode(batch, view())).toEqual(framesOf(events));
    expect(String(encode(batch, view({ transport: 'sse', states: true })))).not.toContain('state');
  });

  it('is encoded once for all readers with the same wishes', () => {
    const encoded = new Encoded(
      batchOf(1, 1, { raws: ['{"n":1}'], states: [{ sequence: 1, value: '"x"' }] }),
    );
    const views = [
      view(),
      view({ raw: true }),
      view({ states: true }),
      view({ raw: true, states: true }),
      view({ transport: 'sse' }),
      view({ transport: 'sse', raw: true }),
    ];
    const all = views.map((each) => encoded.for(each));
    for (const [index, each] of views.entries()) expect(encoded.for({ ...each })).toBe(all[index]);
    expect(new Set(all.map(String)).size).toBe(views.length);
  });
});
