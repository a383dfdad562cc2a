import { expect, it } from 'vitest';
import { sseEncoder } from '../../../src/server/sse/encoder.js';
import { batchOf } from '../../hub/support.js';

it('writes an id and a data line for each event', () => {
  const batch = batchOf(7, 8, { states: [{ sequence: 7, value: '"idle"' }] });
  const text = `id: 7\ndata: ${batch.events[0]}\n\nid: 8\ndata: ${batch.events[1]}\n\n`;
  expect(String(sseEncoder(false).batch(batch))).toBe(text);
});

it('includes native payloads only on request, under a separate key', () => {
  const batch = batchOf(1, 1, { raws: ['{"n":1}'] });
  expect(String(sseEncoder(true).batch(batch))).toContain('"raw":{"n":1}');
  expect(String(sseEncoder(false).batch(batch))).toContain('"raw":null');
  expect(sseEncoder(true).key).not.toBe(sseEncoder(false).key);
});

it('encodes nothing but events', () => {
  const encoder = sseEncoder(false);
  expect(encoder.state('s', { sequence: 1, value: '"idle"' })).toBeNull();
  expect(encoder.notification('session/agent', {})).toBeNull();
});
