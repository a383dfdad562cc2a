import { expect, it, vi } from 'vitest';
import { Backlog } from '../../src/sessions/backlog.js';

function rig() {
  const [onFull, onRoom] = [vi.fn(), vi.fn()];
  return { backlog: new Backlog({ limit: 100, onFull, onRoom }), onFull, onRoom };
}

it('is full once, beyond its limit, and has room again when enough is stored', () => {
  const { backlog, onFull, onRoom } = rig();
  backlog.add('a', 100);
  expect(onFull).not.toHaveBeenCalled();
  backlog.add('a', 1);
  backlog.add('a', 50);
  expect(onFull.mock.calls).toEqual([['a']]);
  backlog.stored('a', 50);
  expect(onRoom).not.toHaveBeenCalled();
  backlog.stored('a', 1);
  backlog.stored('a', 100);
  expect(onRoom.mock.calls).toEqual([['a']]);
});

it('counts each session by itself', () => {
  const { backlog, onFull } = rig();
  backlog.add('a', 60);
  backlog.add('b', 60);
  expect(onFull).not.toHaveBeenCalled();
});

it('forgets a deleted session', () => {
  const { backlog, onFull } = rig();
  backlog.add('a', 60);
  backlog.forget('a');
  backlog.add('a', 60);
  expect(onFull).not.toHaveBeenCalled();
});
