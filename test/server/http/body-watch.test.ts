import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchBody } from '../../../src/server/http/body-watch.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function rig() {
  const socket = { bytesRead: 500, destroy: vi.fn() };
  const request = Object.assign(new EventEmitter(), { socket });
  const errors: string[] = [];
  watchBody(request as unknown as IncomingMessage, 1000);
  return {
    socket,
    request,
    errors,
    read: () =>
      request.on('error', (error: { problem: { type: string } }) => errors.push(error.problem.type)),
    arrive: (bytes: number) => {
      socket.bytesRead += bytes;
      vi.advanceTimersByTime(1000);
    },
  };
}

it('lets a slow body take as long as it needs', () => {
  const { read, arrive, errors, request } = rig();
  read();
  for (let i = 0; i < 100; i++) arrive(1024);
  request.emit('end');
  arrive(0);
  expect(errors).toEqual([]);
});

it.each([0, 1, 1023])('ends a body of which %d bytes arrive in time, once', (bytes) => {
  const { read, arrive, errors } = rig();
  read();
  arrive(2000);
  expect(errors).toEqual([]);
  arrive(bytes);
  arrive(bytes);
  expect(errors).toEqual(['urn:greenroom:error:timeout']);
});

it('closes the connection if the request was answered without the body', () => {
  const { arrive, socket } = rig();
  arrive(0);
  expect(socket.destroy).toHaveBeenCalledOnce();
});
