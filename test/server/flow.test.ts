import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { Flow } from '../../src/server/flow.js';

it('tells a peer that takes bytes from one that does not, and from one that was sent little', () => {
  const socket = { bytesWritten: 0, writableLength: 0 };
  const flow = new Flow(socket as Socket);
  const look = (bytesWritten: number, writableLength: number) => {
    Object.assign(socket, { bytesWritten, writableLength });
    return flow.look();
  };
  expect(look(100, 0)).toBe('none waited');
  // The system took these, which says nothing about the peer.
  expect(look(200, 0)).toBe('none waited');
  expect(look(1000, 300)).toBe('none waited');
  expect(look(2000, 1200)).toBe('moving');
  expect(look(2000, 1200)).toBe('stuck');
  expect(look(3000, 2200)).toBe('stuck');
  expect(look(3000, 0)).toBe('moving');
  expect(look(3000, 0)).toBe('none waited');
});
