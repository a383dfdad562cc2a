import type { z } from 'zod';
import { notifications, operations } from '../../schema/index.js';
import { type Method, methods } from '../websocket/methods.js';
import { PROTOCOL, WS_PATH } from '../websocket/protocol.js';
import { listAgents } from './listed-agents.js';
import { MessageComponents } from './message-components.js';
import type { DocumentOptions } from './openapi.js';
import { callOf, ErrorAnswer, notificationOf, resultOf } from './rpc-messages.js';
import { scopeOf } from './scope.js';

const DESCRIPTION = `One connection drives and reads any number of sessions. JSON-RPC 2.0 both ways, one message a
frame, as text. A frame over 16 MiB closes the connection with 1009. The daemon pings every 20 s; two that are missed
close it. A reader that does not keep up is fed from the log at its own pace, and loses nothing.`;

const channel = { $ref: '#/channels/ws' };

/** The WebSocket protocol as AsyncAPI, from the daemon's point of view: it receives calls and sends notifications. */
export function asyncApi({ version, agents }: DocumentOptions): Record<string, unknown> {
  const components = new MessageComponents();
  const described: Record<string, object> = {};
  for (const [name, method] of methods) described[keyOf(name)] = receive(name, method, components);
  for (const [name, each] of Object.entries(notifications))
    described[keyOf(name)] = send(name, each, components);
  return {
    asyncapi: '3.0.0',
    id: 'urn:greenroom:ws',
    info: {
      title: 'Greenroom over WebSocket',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: { local: server },
    channels: {
      ws: {
        address: WS_PATH,
        title: 'The one channel',
        description:
          'A wrong or missing token is refused at the upgrade with 401, a foreign origin with 403. `x-scope` names the scope that a token needs for a call.',
        servers: [{ $ref: '#/servers/local' }],
        messages: components.references,
        bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
      },
    },
    operations: described,
    components: {
      schemas: listAgents(components.schemas, agents),
      messages: components.messages,
      securitySchemes,
    },
  };
}

const server = {
  host: '127.0.0.1:2468',
  protocol: 'ws',
  description: 'Where the daemon listens by default',
  security: [
    { $ref: '#/components/securitySchemes/bearer' },
    { $ref: '#/components/securitySchemes/basic' },
    { $ref: '#/components/securitySchemes/subprotocol' },
  ],
};

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The token of the daemon' },
  basic: { type: 'http', scheme: 'basic', description: 'The token as the password of any user' },
  subprotocol: {
    type: 'httpApiKey',
    in: 'header',
    name: 'Sec-WebSocket-Protocol',
    description: `From a browser, which cannot set other headers: the subprotocols ${PROTOCOL} and bearer.<token>`,
  },
};

/** `session/create` → `session.create`: names in the document cannot contain slashes. */
function keyOf(method: string): string {
  return method.replaceAll('/', '.');
}

function receive(
  name: string,
  { operation, summary, params, result }: Method,
  components: MessageComponents,
): object {
  const key = keyOf(name);
  const call = components.add(`${key}.call`, `Call ${name}`, callOf(name, params), 'input');
  const answer = components.add(`${key}.result`, `Result of ${name}`, resultOf(result), 'output');
  const error = components.add('error', 'A call was refused', ErrorAnswer, 'output');
  return {
    action: 'receive',
    channel,
    summary,
    ...scopeOf(operations[operation]),
    messages: [call],
    reply: { channel, messages: [answer, error] },
  };
}

function send(
  name: string,
  { summary, params }: { summary: string; params: z.ZodType },
  components: MessageComponents,
): object {
  const message = components.add(keyOf(name), `Notification ${name}`, notificationOf(name, params), 'output');
  return { action: 'send', channel, summary, messages: [message] };
}
