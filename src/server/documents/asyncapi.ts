import { type AnyMethod, methods } from '../websocket/methods.js';
import { type Notification, notifications } from '../websocket/notifications.js';
import { PROTOCOL, WS_PATH } from '../websocket/server.js';
import { MessageBook } from './message-book.js';
import { callOf, ErrorAnswer, notificationOf, resultOf } from './rpc-messages.js';

const description = `One connection drives and reads any number of sessions. JSON-RPC 2.0 both ways, one message a
frame, as text. A frame over 16 MiB closes the connection with 1009. The daemon pings every 20 s; two that are missed
close it. A reader that does not keep up is fed from the log at its own pace, and loses nothing.`;

const channel = { $ref: '#/channels/ws' };

/** The WebSocket protocol as AsyncAPI, from where the daemon stands: it receives calls and sends notifications. */
export function asyncApi(version: string): object {
  const book = new MessageBook();
  const operations: Record<string, object> = {};
  for (const [name, method] of Object.entries(methods)) operations[keyOf(name)] = receive(name, method, book);
  for (const [name, told] of Object.entries(notifications)) operations[keyOf(name)] = send(name, told, book);
  return {
    asyncapi: '3.0.0',
    id: 'urn:greenroom:ws',
    info: {
      title: 'Greenroom over WebSocket',
      version,
      description,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: { local: server },
    channels: {
      ws: {
        address: WS_PATH,
        title: 'The one channel',
        description:
          'A wrong or missing token is refused at the upgrade with 401, a foreign origin with 403.',
        servers: [{ $ref: '#/servers/local' }],
        messages: book.references,
        bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
      },
    },
    operations,
    components: { schemas: book.components.schemas, messages: book.messages, securitySchemes },
  };
}

const server = {
  host: '127.0.0.1:2468',
  protocol: 'ws',
  description: 'Where the daemon listens by default',
  security: [
    { $ref: '#/components/securitySchemes/bearer' },
    { $ref: '#/components/securitySchemes/subprotocol' },
  ],
};

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The token of the daemon' },
  subprotocol: {
    type: 'httpApiKey',
    in: 'header',
    name: 'Sec-WebSocket-Protocol',
    description: `From a browser, which can set no other header: the subprotocols ${PROTOCOL} and bearer.<token>`,
  },
};

/** `session/create` → `session.create`: names in a document hold no slash. */
function keyOf(method: string): string {
  return method.replaceAll('/', '.');
}

function receive(name: string, { summary, params, result }: AnyMethod, book: MessageBook): object {
  const key = keyOf(name);
  const call = book.add(`${key}.call`, `Call ${name}`, callOf(name, params), 'input');
  const answer = book.add(`${key}.result`, `Result of ${name}`, resultOf(result), 'output');
  const error = book.add('error', 'A call was refused', ErrorAnswer, 'output');
  return {
    action: 'receive',
    channel,
    summary,
    messages: [call],
    reply: { channel, messages: [answer, error] },
  };
}

function send(name: string, { summary, params }: Notification, book: MessageBook): object {
  const message = book.add(keyOf(name), `Notification ${name}`, notificationOf(name, params), 'output');
  return { action: 'send', channel, summary, messages: [message] };
}
