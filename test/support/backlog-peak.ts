import { vi } from 'vitest';
import { Backlog } from '../../src/sessions/backlog.js';

/** Watches how much the sessions of this process wait to store. Returns the most that one of them did. */
export function watchBacklog(): () => number {
  let most = 0;
  const add = Backlog.prototype.add;
  vi.spyOn(Backlog.prototype, 'add').mockImplementation(function (this: Backlog, sessionId, chars) {
    add.call(this, sessionId, chars);
    most = Math.max(most, this.chars(sessionId));
  });
  return () => most;
}
