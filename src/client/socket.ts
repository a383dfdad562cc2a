/** The part of a WebSocket that we need, implemented by browsers, Node and `ws`. */
export interface Socket {
  readonly readyState: number;
  send(text: string): void;
  close(code?: number, reason?: string): void;
  /** Closes without waiting for the other side; only `ws` has it. */
  terminate?(): void;
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

/** The runtime's own WebSocket, which Node has since version 22; else that of `ws`, which is loaded when needed. */
export function runtimeSocket(): SocketConstructor | Promise<SocketConstructor> {
  const own = (globalThis as { WebSocket?: SocketConstructor }).WebSocket;
  return own ?? import('ws').then(({ WebSocket }) => WebSocket as unknown as SocketConstructor);
}

/** Does not wait for the other side, which may be unreachable. */
export function abandon(socket: Socket): void {
  if (socket.terminate) socket.terminate();
  else socket.close();
}
