import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { WebSocket } from 'ws';
import type { ClientOptions, Fetch, SocketConstructor } from '../../client/index.js';

const UNIX = 'unix:';

type Body = NonNullable<ConstructorParameters<typeof Response>[0]>;

/** How the client library reaches a daemon, also one that listens on nothing but a Unix socket. */
export function transportTo(url: string): Pick<ClientOptions, 'url' | 'fetch' | 'WebSocket'> {
  if (!url.startsWith(UNIX)) return { url, WebSocket: WebSocket as unknown as SocketConstructor };
  const path = url.slice(UNIX.length);
  return { url: 'http://localhost', WebSocket: socketAt(path), fetch: fetchAt(path) };
}

function socketAt(path: string): SocketConstructor {
  class UnixWebSocket extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols, { createConnection: () => connect(path) });
    }
  }
  return UnixWebSocket as unknown as SocketConstructor;
}

/** Node's own `fetch` knows no Unix sockets. */
function fetchAt(socketPath: string): Fetch {
  return async (url, { method, headers, body, signal } = {}) => {
    const content = body instanceof Blob ? Buffer.from(await body.arrayBuffer()) : body;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const call = request(url, {
        socketPath,
        method: method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(signal ? { signal } : {}),
      });
      call.on('response', resolve).on('error', reject);
      call.end(content as string | Buffer | undefined);
    });
    const { statusCode: status = 500, headers: given } = answer;
    const isEmpty = status === 204 || status === 304;
    if (isEmpty) answer.resume();
    return new Response(isEmpty ? null : (Readable.toWeb(answer) as unknown as Body), {
      status,
      headers: Object.entries(given).flatMap(([name, value]) =>
        [value ?? []].flat().map((each): [string, string] => [name, each]),
      ),
    });
  };
}
