import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** The daemon's end of a connection; the daemon runs in the test process. */
export interface ServerSocket {
  socket: Socket;
  /** The most bytes ever buffered. Sampled on writes, since only they add to the buffer. */
  most: number;
}

/** Records the server side of all connections from now on, in the order in which they are opened. */
export function watchServerSockets(): ServerSocket[] {
  const all: ServerSocket[] = [];
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    const watched: ServerSocket = { socket, most: 0 };
    all.push(watched);
    const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
    socket.write = (...args: unknown[]) => {
      const hasRoom = write(...args);
      watched.most = Math.max(watched.most, socket.writableLength);
      return hasRoom;
    };
  };
  subscribe('net.server.socket', watch);
  onTestFinished(() => void unsubscribe('net.server.socket', watch));
  return all;
}
