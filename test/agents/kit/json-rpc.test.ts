import { expect, test } from 'vitest';
import { type JsonRpcOptions, JsonRpcPeer, RpcError } from '../../../src/agents/kit/json-rpc.js';

function peer(options: Partial<JsonRpcOptions> = {}) {
  const written: unknown[] = [];
  const write = async (line: string) => void written.push(JSON.parse(line));
  return { peer: new JsonRpcPeer({ write, ms: 10_000, ...options }), written };
}

test('matches responses to requests by id', async () => {
  const { peer: rpc, written } = peer();
  const answers = [rpc.request('first', { a: 1 }), rpc.request('second', {})];
  expect(written).toEqual([
    { id: 1, method: 'first', params: { a: 1 } },
    { id: 2, method: 'second', params: {} },
  ]);
  rpc.onAnswer({ id: 2, result: 'two' }, '');
  rpc.onAnswer({ id: 1, result: null }, '');
  expect(await Promise.all(answers)).toEqual([null, 'two']);
});

test('sends the protocol version if configured', async () => {
  const { peer: rpc, written } = peer({ versioned: true });
  rpc.notify('ready');
  await rpc.answer('x', {});
  expect(written).toEqual([
    { jsonrpc: '2.0', method: 'ready' },
    { jsonrpc: '2.0', id: 'x', result: {} },
  ]);
});

test('a notification has no id', () => {
  const { peer: rpc, written } = peer();
  rpc.notify('ready', { now: true });
  expect(written).toEqual([{ method: 'ready', params: { now: true } }]);
});

test('answers and refuses requests of the other side', async () => {
  const { peer: rpc, written } = peer();
  await rpc.answer(0, { ok: true });
  await rpc.refuse('a', 'never heard of it');
  await rpc.refuse('b', 'broken', -32603);
  expect(written).toEqual([
    { id: 0, result: { ok: true } },
    { id: 'a', error: { code: -32601, message: 'never heard of it' } },
    { id: 'b', error: { code: -32603, message: 'broken' } },
  ]);
});

test('an error response rejects the request with its details', async () => {
  const { peer: rpc } = peer();
  const answer = rpc.request('ask', {});
  rpc.onAnswer({ id: 1, error: { code: -32600, message: 'bad request', data: { field: 'a' } } }, '');
  const error = await answer.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(RpcError);
  expect(error).toMatchObject({
    method: 'ask',
    code: -32600,
    message: 'bad request',
    data: { field: 'a' },
  });
});

test('accepts an error without a message', async () => {
  const { peer: rpc } = peer();
  const answer = rpc.request('ask', {});
  rpc.onAnswer({ id: 1, error: {} }, '');
  await expect(answer).rejects.toMatchObject({ code: 0, message: 'no reason given' });
});

test('calls onResult with the text before the next message is read', async () => {
  const { peer: rpc } = peer();
  const texts: string[] = [];
  const answer = rpc.request('ask', {}, { onResult: (_, text) => texts.push(text) });
  rpc.onAnswer({ id: 1, result: 1 }, '{"id":1,"result":1}');
  expect(texts).toEqual(['{"id":1,"result":1}']);
  await answer;
});

test('uses the default timeout unless the request has its own', async () => {
  const { peer: rpc } = peer({ ms: 2 });
  await expect(rpc.request('slow', {})).rejects.toThrow('slow was not answered within 2 ms');
  await expect(rpc.request('slow', {}, { ms: 1 })).rejects.toThrow('slow was not answered within 1 ms');
});

test('ignores a response without a pending request', () => {
  const { peer: rpc } = peer();
  rpc.onAnswer({ id: 99, result: 1 }, '');
  rpc.onAnswer({ id: 99, error: { message: 'no' } }, '');
  rpc.onAnswer({ result: 1 }, '');
});

test('closing rejects pending and later requests', async () => {
  const { peer: rpc, written } = peer();
  const waiting = rpc.request('ask', {});
  rpc.close(new Error('it ended'));
  await expect(waiting).rejects.toThrow('it ended');
  await expect(rpc.request('again', {})).rejects.toThrow('it ended');
  expect(written).toHaveLength(1);
});
