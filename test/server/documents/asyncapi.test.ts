import { Socket } from 'node:net';
import { type Diagnostic, Parser } from '@asyncapi/parser';
import { describe, expect, it, vi } from 'vitest';
import { methods } from '../../../src/server/websocket/methods.js';
import { notifications } from '../../../src/server/websocket/notifications.js';
import { asyncApiDocument, referencesOf, type Schema } from './document.js';

const document = asyncApiDocument();
const { operations, components, channels } = document;

async function diagnosticsOf(api: object): Promise<Diagnostic[]> {
  const { diagnostics } = await new Parser().parse(JSON.stringify(api));
  return diagnostics;
}

/** The payloads that an operation's messages lead to. */
function payloads(messages: { $ref: string }[]): Schema[] {
  return messages.map(({ $ref }) => {
    const inChannel = channels.ws.messages[$ref.replace('#/channels/ws/messages/', '')]!;
    return components.messages[inChannel.$ref.replace('#/components/messages/', '')]!.payload;
  });
}
const methodsOf = (schemas: Schema[]) => schemas.map(({ properties }) => properties!.method!.const);

describe('the AsyncAPI document', () => {
  it('is valid AsyncAPI 3.0, and asks nobody else about it', async () => {
    const connect = vi.spyOn(Socket.prototype, 'connect');
    const diagnostics = await diagnosticsOf(document);
    // That there is a later version is no fault of this one.
    expect(diagnostics.filter(({ code }) => code !== 'asyncapi-latest-version')).toEqual([]);
    expect(connect).not.toHaveBeenCalled();
  });

  it('would not be called valid with a fault in it', async () => {
    const broken = structuredClone(document);
    broken.operations['session.get']!.action = 'answer';
    const diagnostics = await diagnosticsOf(broken);
    expect(diagnostics.filter(({ severity }) => severity === 0)).not.toEqual([]);
  });

  it('refers only to what it holds, and holds only what it refers to', () => {
    const schemas = referencesOf(document).filter((each) => each.startsWith('#/components/schemas/'));
    const held = Object.keys(components.schemas).map((name) => `#/components/schemas/${name}`);
    expect([...new Set(schemas)].sort()).toEqual(held.sort());
    expect(referencesOf(document).filter((each) => !each.startsWith('#/'))).toEqual([]);
  });

  it('is the same each time', () => {
    expect(JSON.stringify(asyncApiDocument())).toBe(JSON.stringify(document));
  });

  it('receives every call, and answers it with a result or an error', () => {
    const received = Object.values(operations).filter(({ action }) => action === 'receive');
    const calls = received.flatMap(({ messages }) => methodsOf(payloads(messages)));
    expect(calls).toEqual(Object.keys(methods));
    for (const { reply } of received) {
      const answers = payloads(reply!.messages).map(({ properties }) => Object.keys(properties!));
      expect(answers).toEqual([
        ['jsonrpc', 'id', 'result'],
        ['jsonrpc', 'id', 'error'],
      ]);
    }
  });

  it('sends every notification, which carries no id', () => {
    const sent = Object.values(operations).filter(({ action }) => action === 'send');
    const told = sent.flatMap(({ messages }) => payloads(messages));
    expect(methodsOf(told)).toEqual(Object.keys(notifications));
    for (const { properties } of told) expect(properties).not.toHaveProperty('id');
  });

  it('shows a problem as the data of a refusal', () => {
    expect(components.schemas.RpcRefusal?.properties).toMatchObject({
      code: { const: -32000 },
      data: { $ref: '#/components/schemas/Problem' },
    });
    expect(components.schemas.RpcProtocolError?.properties?.code?.enum).toEqual([
      -32700, -32600, -32601, -32602,
    ]);
  });

  it('is at the path that the daemon listens at', () => {
    expect(channels.ws.address).toBe('/v1/ws');
  });
});
