/** The part of a WebSocket that we need, implemented by browsers, Node and `ws`. */
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

const PROTOCOL = 'greenroom.v1';
export const OPEN = 1;

/** Browsers cannot set headers on an upgrade, so the token is sent as a subprotocol. */
export function protocolsOf(token: string | null): string[] {
  return token === null ? [PROTOCOL] : [PROTOCOL, `bearer.${token}`];
}

/** Node has a built-in WebSocket since version 22. */
export function builtInSocket(): SocketConstructor {
  const found = (globalThis as { WebSocket?: unknown }).WebSocket;
  if (!found)
    throw new TypeError('this runtime has no WebSocket: pass one as `WebSocket`, for example from ws');
  return found as SocketConstructor;
}
