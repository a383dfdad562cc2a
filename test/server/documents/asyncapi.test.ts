import { Socket } from 'node:net';
import { type Diagnostic, Parser } from '@asyncapi/parser';
import { describe, expect, it, vi } from 'vitest';
import { notifications } from '../../../src/schema/index.js';
import { methods } from '../../../src/server/websocket/methods.js';
import { asyncApiDocument, referencesOf, type Schema } from './document.js';

const document = asyncApiDocument();
const { operations, components, channels } = document;

async function diagnosticsOf(api: object): Promise<Diagnostic[]> {
  const { diagnostics } = await new Parser().parse(JSON.stringify(api));
  return diagnostics;
}

/** The payloads of an operation's messages. */
function payloads(messages: { $ref: string }[]): Schema[] {
  return messages.map(({ $ref }) => {
    const inChannel = channels.ws.messages[$ref.replace('#/channels/ws/messages/', '')]!;
    return components.messages[inChannel.$ref.replace('#/components/messages/', '')]!.payload;
  });
}
const methodsOf = (schemas: Schema[]) => schemas.map(({ properties }) => properties!.method!.const);

describe('the AsyncAPI document', () => {
  it('is valid AsyncAPI 3.0 and has no external references', async () => {
    const connect = vi.spyOn(Socket.prototype, 'connect');
    const diagnostics = await diagnosticsOf(document);
    // The existence of a later version is not a fault.
    expect(diagnostics.filter(({ code }) => code !== 'asyncapi-latest-version')).toEqual([]);
    expect(connect).not.toHaveBeenCalled();
  });

  it('would fail validation with a fault in it', async () => {
    const broken = structuredClone(document);
    broken.operations['session.get']!.action = 'answer';
    const diagnostics = await diagnosticsOf(broken);
    expect(diagnostics.filter(({ severity }) => severity === 0)).not.toEqual([]);
  });

  it('has no dangling references and no unused components', () => {
    const schemas = referencesOf(document).filter((each) => each.startsWith('#/components/schemas/'));
    const held = Object.keys(components.schemas).map((name) => `#/components/schemas/${name}`);
    expect([...new Set(schemas)].sort()).toEqual(held.sort());
    expect(referencesOf(document).filter((each) => !each.startsWith('#/'))).toEqual([]);
  });

  it('is deterministic', () => {
    expect(JSON.stringify(asyncApiDocument())).toBe(JSON.stringify(document));
  });

  it('receives every call, and answers it with a result or an error', () => {
    const received = Object.values(operations).filter(({ action }) => action === 'receive');
    const calls = received.flatMap(({ messages }) => methodsOf(payloads(messages)));
    expect(calls).toEqual([...methods.keys()]);
    for (const { reply } of received) {
      const answers = payloads(reply!.messages).map(({ properties }) => Object.keys(properties!));
      expect(answers).toEqual([
        ['jsonrpc', 'id', 'result'],
        ['jsonrpc', 'id', 'error'],
      ]);
    }
  });

  it('sends every notification without an id', () => {
    const sent = Object.values(operations).filter(({ action }) => action === 'send');
    const documented = sent.flatMap(({ messages }) => payloads(messages));
    expect(methodsOf(documented)).toEqual(Object.keys(notifications));
    for (const { properties } of documented) expect(properties).not.toHaveProperty('id');
  });

  it('documents a problem as the data of a refusal', () => {
    expect(components.schemas.RpcRefusal?.properties).toMatchObject({
      code: { const: -32000 },
      data: { $ref: '#/components/schemas/Problem' },
    });
    expect(components.schemas.RpcProtocolError?.properties?.code?.enum).toEqual([
      -32700, -32600, -32601, -32602,
    ]);
  });

  it('has the path that the daemon listens at', () => {
    expect(channels.ws.address).toBe('/v1/ws');
  });
});
