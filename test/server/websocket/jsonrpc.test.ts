import { describe, expect, it } from 'vitest';
import { JsonText } from '../../../src/server/handlers/handler.js';
import { resultText } from '../../../src/server/websocket/jsonrpc.js';

describe('resultText', () => {
  it('carries a result under the id of its call, or null if there is none', () => {
    expect(JSON.parse(resultText('a"b', { n: 1 }))).toEqual({ jsonrpc: '2.0', id: 'a"b', result: { n: 1 } });
    expect(JSON.parse(resultText(1, undefined))).toEqual({ jsonrpc: '2.0', id: 1, result: null });
  });

  it('embeds JSON text as is', () => {
    const text = resultText('a"b', new JsonText('{"events":[]}'));
    expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id: 'a"b', result: { events: [] } });
  });
});
