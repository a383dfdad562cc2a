/** As much of a WebSocket as we need; that of a browser, of Node and of `ws` all fit. */
export interface Socket {
  readonly readyState: number;
  send(text: string): void;
  close(code?: number, reason?: string): void;
  onopen: ((event: never) => unknown) | null;
  onclose: ((event: never) => unknown) | null;
  onerror: ((event: never) => unknown) | null;
  onmessage: ((event: never) => unknown) | null;
}
export type SocketConstructor = new (url: string, protocols: string[]) => Socket;

export const PROTOCOL = 'greenroom.v1';
export const OPEN = 1;

/** A browser can set no headers at an upgrade: the token goes as a subprotocol. */
export function protocolsOf(token: string | null): string[] {
  return token === null ? [PROTOCOL] : [PROTOCOL, `bearer.${token}`];
}

/** Node has had one of its own since 22. */
export function builtInSocket(): SocketConstructor {
  const found = (globalThis as { WebSocket?: unknown }).WebSocket;
  if (!found)
    throw new TypeError('this runtime has no WebSocket: pass one as `WebSocket`, such as that of ws');
  return found as SocketConstructor;
}
